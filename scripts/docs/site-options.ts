import type {
  ConfigDefinition,
  CustomRouteDefinition,
  DerivativeDefinition,
  EntityDefinition,
  RoleDefinition,
  StorageDefinition,
} from "@colophon/config";
import type { Rows } from "./table.ts";

type Local = Extract<StorageDefinition, { adapter: "local" }>;
type S3 = Extract<StorageDefinition, { adapter: "s3" }>;

export const SITE: Rows<ConfigDefinition> = {
  entities: ["entity[]", "required", "Collections and globals, see [Entities](#entities)."],
  roles: ["role[]", "required", "Who may do what, see [Roles](#roles). At least one has `isAdmin`."],
  locales: ["string[]", '["en"]', "The languages of the site, as BCP 47 tags."],
  defaultLocale: ["string", "", "One of `locales`; the first one when left out."],
  customRoutes: ["route[]", "[]", "Routes of your own, see [Custom routes](#custom-routes)."],
  plugins: ["function[]", "[]", "Called one after the other, each with the configuration so far; see [Plugins](../guide/plugins.md)."],
  storage: ["object", '{ adapter: "local" }', "Where uploads are stored, see [Storage](#storage)."],
  cors: [
    "{ origins: string[] }",
    "{ origins: [] }",
    "Origins whose pages may call with the session cookie. `https://*.example.com` stands for one label.",
  ],
  openapi: ["boolean", "false", "Serves `/openapi.json` and `/docs`."],
  admin: [
    "object, or false",
    "",
    "What the admin page shows, see [Admin of the site](#admin-of-the-site). `false`: there is no admin page.",
  ],
};

export const ENTITY: Rows<EntityDefinition> = {
  name: ["string", "required", "The name in paths: letters, digits, `-` and `_`, at most 48."],
  fields: ["field[]", "required", "See [Fields](#fields)."],
  title: ["string", "", "The name for people."],
  description: ["string", "", "A text below the title of its list."],
  global: ["boolean", "false", "One record instead of a collection."],
  translatable: ["boolean", "false", "A record for each locale; see [Translations](../guide/translations.md)."],
  versions: [
    "boolean, or { limit }",
    "false",
    "Drafts and history; see [Drafts](../guide/drafts.md). `limit` is how many versions are kept.",
  ],
  trash: [
    "boolean, or { days }",
    "false",
    "Deleted records may be restored for so many days, 30 by default; see [Trash](../guide/trash.md).",
  ],
  unique: ["string[][]", "[]", "Lists of fields whose values no two records share together."],
  indexes: ["string[][]", "[]", "Lists of fields that lists filter and sort by together, in the order of use."],
  hooks: ["object", "{}", "Functions by name; see [Hooks](../guide/hooks.md)."],
  admin: ["object", "", "What the admin page shows, see [Admin of an entity](#admin-of-an-entity)."],
  renamedFrom: ["string", "", "The name before: the table is renamed instead of dropped."],
};

export const ROLE: Rows<RoleDefinition> = {
  name: ["string", "required", "The name in users and API keys."],
  title: ["string", "", "The name for people."],
  isAdmin: ["boolean", "false", "May do everything."],
  public: ["boolean", "false", "Requests without credentials run as this role. At most one role has it."],
  permissions: [
    "object",
    "{}",
    "For each entity `create`, `read`, `update`, `delete`: a boolean, or `{ filter, fields: { exclude } }`; `read` also `{ drafts }`. See [Permissions](../guide/permissions.md).",
  ],
};

export const ROUTE: Rows<CustomRouteDefinition> = {
  name: ["string", "required", "The path `/api/custom/<name>`: lower-case letters, digits and `-`."],
  method: ["GET, POST, PUT, PATCH, DELETE", "GET", "Several routes may have one name with different methods."],
  roles: ["string[]", "[]", "Who may call it besides admins."],
  handler: ["function", "required", "Takes `{ req, user, role, db, log }`, returns a `Response` or a value for JSON."],
};

export const LOCAL: Rows<Local> = {
  adapter: ["local", "required", "Files on disk."],
  path: ["string", "uploads", "A folder, relative to `CMS_DATA_DIR`."],
  derivatives: ["size[]", "[]", "Sizes that are made right after upload, see below."],
  transforms: ["any, named", "any", "`named`: only these sizes are served."],
};

export const S3: Rows<Omit<S3, keyof Local>> = {
  bucket: ["string", "required", "`S3_BUCKET` overrides it."],
  region: ["string", "required", "`S3_REGION` overrides it."],
  accessKeyId: ["string", "required", "`S3_ACCESS_KEY_ID` overrides it."],
  secretAccessKey: ["string", "required", "`S3_SECRET_ACCESS_KEY` overrides it."],
  endpoint: ["string", "", "The address of an S3 server that isn't AWS; `S3_ENDPOINT` overrides it."],
};

export const DERIVATIVE: Rows<DerivativeDefinition> = {
  w: ["1 to 4096", "", "Width in pixels."],
  h: ["1 to 4096", "", "Height in pixels."],
  fit: ["cover, contain, inside, outside, fill", "inside", "How the picture fills the box; `cover` where both sides are given."],
  format: ["webp, avif, jpeg, png, auto", "", "That of the original when left out."],
  q: ["1 to 100", "80", "Quality; for AVIF 50 by default."],
  fp: ["x,y", "", "The focal point as shares of width and height."],
};
