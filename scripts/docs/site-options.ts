import type {
  ConfigDefinition,
  CustomRouteDefinition,
  DerivativeDefinition,
  EntityDefinition,
  JobDefinition,
  RoleDefinition,
  StorageDefinition,
  WebhookDefinition,
} from "@colophon/config";
import type { Rows } from "./table.ts";

type Local = Extract<StorageDefinition, { adapter: "local" }>;
type S3 = Extract<StorageDefinition, { adapter: "s3" }>;

export const SITE: Rows<ConfigDefinition> = {
  entities: ["entity[]", "required", "Collections and globals, see [Entities](#entities)."],
  roles: ["role[]", "required", "The roles and their permissions, see [Roles](#roles). At least one role has `isAdmin`."],
  locales: ["string[]", '["en"]', "The languages of the site, as BCP 47 tags."],
  defaultLocale: ["string", "", "One of `locales`. The default is the first one."],
  customRoutes: ["route[]", "[]", "Your own routes, see [Custom routes](#custom-routes)."],
  plugins: ["function[]", "[]", "Functions that change the configuration, called in this order; see [Plugins](../guide/plugins.md)."],
  storage: ["object", '{ adapter: "local" }', "Where uploads are stored, see [Storage](#storage)."],
  webhooks: ["webhook[]", "[]", "Other servers that are told about changes, see [Webhooks](#webhooks)."],
  jobs: ["job[]", "[]", "Your own work at regular times, see [Jobs](#jobs)."],
  events: ["boolean", "true", "The [event stream](../guide/events.md). With `false` no events are stored for it."],
  audit: [
    "{ days, values }, or false",
    "{ days: 365, values: false }",
    "The log of all changes: how many days its rows are kept, and whether it contains the values of changed fields; see [Audit log](../guide/audit-log.md). `false` logs nothing.",
  ],
  cors: [
    "{ origins: string[] }",
    "{ origins: [] }",
    "Origins with pages that may use the session cookie. In `https://*.example.com`, `*` matches one label.",
  ],
  cache: [
    "{ public: { maxAge, staleWhileRevalidate, staleIfError } }",
    "{}",
    "Seconds for which caches outside the site may serve answers to reads without credentials; see [Caching](../guide/caching.md).",
  ],
  openapi: ["boolean", "false", "Serves `/openapi.json` and `/docs`."],
  admin: [
    "object, or false",
    "",
    "Options of the admin page, see [Admin of the site](#admin-of-the-site). `false` disables the admin page.",
  ],
};

export const ENTITY: Rows<EntityDefinition> = {
  name: ["string", "required", "The name in paths: letters, digits, `-` and `_`, at most 48."],
  fields: ["field[]", "required", "See [Fields](#fields)."],
  title: ["string", "", "The displayed name."],
  description: ["string", "", "The text below the title of the list."],
  global: ["boolean", "false", "One record instead of a collection."],
  translatable: ["boolean", "false", "One record for each locale; see [Translations](../guide/translations.md)."],
  versions: [
    "boolean, or { limit }",
    "false",
    "Drafts and history; see [Drafts](../guide/drafts.md). `limit` is the number of versions that are kept.",
  ],
  trash: [
    "boolean, or { days }",
    "false",
    "Deleted records can be restored for this number of days, by default 30; see [Trash](../guide/trash.md).",
  ],
  cache: [
    "boolean",
    "true",
    "With `false`, gateways never [cache answers](../operate/performance.md#cached-answers-in-the-gateway) that contain its records.",
  ],
  unique: ["string[][]", "[]", "Lists of fields; the combination of their values is unique."],
  indexes: [
    "string[][]",
    "[]",
    "Lists of fields, or of one automatic field such as `updatedAt`; each creates one index for lists that filter and sort by these fields, in this order.",
  ],
  hooks: ["object", "{}", "Functions by hook name; see [Hooks](../guide/hooks.md)."],
  admin: ["object", "", "Options of the admin page, see [Admin of an entity](#admin-of-an-entity)."],
  renamedFrom: ["string", "", "The previous name. The table is renamed instead of dropped."],
};

export const ROLE: Rows<RoleDefinition> = {
  name: ["string", "required", "The name that users and API keys refer to."],
  title: ["string", "", "The displayed name."],
  isAdmin: ["boolean", "false", "Has all permissions."],
  public: ["boolean", "false", "Requests without credentials run as this role. At most one role can be public."],
  permissions: [
    "object",
    "{}",
    "For each entity `create`, `read`, `update`, `delete`: a boolean, or `{ filter, fields: { exclude } }`; `read` also `{ drafts }`. See [Permissions](../guide/permissions.md).",
  ],
};

export const ROUTE: Rows<CustomRouteDefinition> = {
  name: ["string", "required", "The path `/api/custom/<name>`: lower-case letters, digits and `-`."],
  method: ["GET, POST, PUT, PATCH, DELETE", "GET", "Routes with different methods can have the same name."],
  roles: ["string[]", "[]", "The roles that may call it. Admins always may."],
  handler: ["function", "required", "Takes `{ req, user, role, db, log }`, returns a `Response` or a value for JSON."],
};

export const WEBHOOK: Rows<WebhookDefinition> = {
  name: ["string", "required", "Lower-case letters, digits and `-`."],
  url: ["string", "required", "An `https:` URL, or with `allowPrivate` also `http:`."],
  events: [
    "string[]",
    "required",
    "An entity and an event: `article.published`, `article.*`, `*`. The events are in [Webhooks](../guide/webhooks.md).",
  ],
  secret: [
    "string, or string[]",
    "required",
    "At least 24 random bytes as base64, with or without `whsec_`; two while one replaces the other. Only the process `webhook-worker` needs it.",
  ],
  entities: ["string[]", "", "Only events of these entities. The default is all."],
  role: [
    "string",
    "",
    "Only events of entities that this role can read. The default is the public role; without one, this option is required.",
  ],
  include: ["record", "", "Messages contain the record as the role reads it."],
  allowPrivate: ["boolean", "false", "Allows `http:`, and servers at private addresses."],
};

export const JOB: Rows<JobDefinition> = {
  name: ["string", "required", "Lower-case letters, digits and `-`."],
  every: ["string", "", "A number of seconds, minutes or hours: `30s`, `5m`, `1h`. Either this or `cron`."],
  cron: ["string", "", "Minute, hour, day, month and weekday, in UTC: `0 3 * * *`."],
  timeoutSeconds: ["1 to 86400", "60", "After this time its `signal` aborts."],
  run: ["function", "required", "Takes `{ db, log, signal }`; see [Jobs](../guide/jobs.md)."],
};

export const LOCAL: Rows<Local> = {
  adapter: ["local", "required", "Files on disk."],
  path: ["string", "uploads", "A folder, relative to `CMS_DATA_DIR`."],
  derivatives: ["size[]", "[]", "Sizes that are created right after the upload, see below."],
  transforms: ["any, named", "any", "With `named`, only these sizes are served."],
  publicUrl: ["string", "", "The address of a [CDN](../guide/cdn.md): URLs of files begin with it."],
  signedUrlMinutes: [
    "1 to 10080",
    "60",
    "How long URLs are valid that are signed because the public role can't read the file: up to twice this time.",
  ],
};

export const S3: Rows<Omit<S3, keyof Local>> = {
  bucket: ["string", "required", "`S3_BUCKET` overrides it."],
  region: ["string", "required", "`S3_REGION` overrides it."],
  accessKeyId: ["string", "required", "`S3_ACCESS_KEY_ID` overrides it."],
  secretAccessKey: ["string", "required", "`S3_SECRET_ACCESS_KEY` overrides it."],
  endpoint: ["string", "", "The URL of an S3 server other than AWS; `S3_ENDPOINT` overrides it."],
};

export const DERIVATIVE: Rows<DerivativeDefinition> = {
  w: ["1 to 4096", "", "Width in pixels."],
  h: ["1 to 4096", "", "Height in pixels."],
  fit: [
    "cover, contain, inside, outside, fill",
    "inside",
    "How the image fits the size. The default is `cover` if `w` and `h` are both set.",
  ],
  format: ["webp, avif, jpeg, png, auto", "", "The default is the format of the original."],
  q: ["1 to 100", "80", "Quality; for AVIF 50 by default."],
  fp: ["x,y", "", "The focal point as fractions of width and height."],
};
