/** The format of a project's configuration file. Its rules are in validate.ts. */

import type { EntityFieldDefinition } from "@colophon/model";
import type { EntityAdmin, SiteAdmin } from "./define-admin.ts";
import type { Handle, HookContext, HookEntry, HookName } from "./define-hooks.ts";
import type { RoleDefinition } from "./define-roles.ts";
import type { AuditDefinition, PublicCache, WebhookDefinition } from "./define-site.ts";
import type { StorageDefinition } from "./define-storage.ts";

export type {
  AdminFilter,
  ArrayItem,
  BlockDefinition,
  EntityFieldDefinition,
  FieldAdmin,
  FieldDefinition,
  FieldOptions,
  FieldType,
  FieldValidator,
  FilterOperator,
  FilterValue,
  ReverseDefinition,
  Scalar,
  SelectOption,
} from "@colophon/model";
export type * from "./define-admin.ts";
export * from "./define-hooks.ts";
export type * from "./define-roles.ts";
export * from "./define-site.ts";
export type * from "./define-storage.ts";
export { toSlug } from "./slug.ts";

export interface EntityDefinition {
  /** The name in paths: letters, digits, `-` and `_`, at most 48. */
  name: string;
  /** What its records contain. */
  fields: readonly EntityFieldDefinition[];
  /** The displayed name. */
  title?: string;
  /** The text below the title of the list. */
  description?: string;
  /**
   * One record instead of a collection; with `translatable` one for each locale.
   * @default false
   */
  global?: boolean;
  /**
   * One record for each locale; see [Translations](docs/guide/translations.md).
   * @default false
   */
  translatable?: boolean;
  /**
   * Drafts and history; see [Drafts](docs/guide/drafts.md). `limit` is the number of versions that are kept.
   * @default false
   */
  versions?: boolean | { limit?: number };
  /**
   * Deleted records can be restored for this number of days, by default 30; see [Trash](docs/guide/trash.md).
   * @default false
   */
  trash?: boolean | { days?: number };
  /**
   * With `false`, gateways never [cache answers](docs/operate/performance.md#cached-answers-in-the-gateway) that contain its records: for
   * answers that depend on more than stored content.
   * @default true
   */
  cache?: boolean;
  /**
   * Lists of fields; the combination of their values is unique, per locale if the entity is translatable: `[["day", "place"]]`.
   * @default []
   */
  unique?: readonly (readonly string[])[];
  /**
   * Lists of fields, or of one automatic field such as `updatedAt`; each creates one index for lists that filter and sort by these fields, in
   * this order: `[["status", "date"], ["updatedAt"]]`.
   * @default []
   */
  indexes?: readonly (readonly string[])[];
  /**
   * Functions by hook name; see [Hooks](docs/guide/hooks.md).
   * @default {}
   */
  hooks?: { readonly [Name in HookName]?: HookEntry<Name> | readonly HookEntry<Name>[] };
  /** How the admin page shows the entity. */
  admin?: EntityAdmin;
  /** The previous name. The table is renamed instead of dropped. */
  renamedFrom?: string;
}

export interface CustomRouteContext {
  readonly req: Request;
  readonly user: { readonly id: string; readonly email: string; readonly role: string } | null;
  readonly role: string;
  readonly db: Handle;
  readonly log: HookContext["log"];
}

export interface CustomRouteDefinition {
  /** The path `/api/custom/<name>`: lower-case letters, digits and `-`. */
  name: string;
  /**
   * Routes with different methods can have the same name.
   * @default "GET"
   */
  method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /**
   * The roles that may call it. Admins always may.
   * @default []
   */
  roles?: readonly string[];
  /** Takes `{ req, user, role, db, log }`, returns a `Response` or a value for JSON. */
  handler: (context: CustomRouteContext) => unknown;
}

/** The argument of a job's `run`. */
export interface JobContext {
  /** As in hooks, with all permissions. It throws after the run. */
  readonly db: Handle;
  readonly log: HookContext["log"];
  /** Aborts when the time is over, and when the process stops. */
  readonly signal: AbortSignal;
}

/** Work that is done at regular times, once for all processes; either with `every` or with `cron`. */
export interface JobDefinition {
  /** Lower-case letters, digits and `-`. */
  name: string;
  /** A number of seconds, minutes or hours, counted from midnight UTC of 1 January 1970: `30s`, `5m`, `1h`. Either this or `cron`. */
  every?: string;
  /** Minute, hour, day, month and weekday, in UTC: `0 3 * * *`. */
  cron?: string;
  /**
   * After this time its `signal` aborts; 1 to 86400.
   * @default 60
   */
  timeoutSeconds?: number;
  /** Takes `{ db, log, signal }`; see [Jobs](docs/guide/jobs.md). */
  run: (context: JobContext) => unknown;
}

/**
 * A package's addition to a configuration: gets the previous one, frozen, and returns a new one. Messages about problems with what it adds
 * contain the function's name.
 */
export type Plugin = (config: ConfigDefinition) => ConfigDefinition;

export interface ConfigDefinition {
  /** Collections and globals. */
  entities: readonly EntityDefinition[];
  /** The roles and their permissions. At least one role has `isAdmin`. */
  roles: readonly RoleDefinition[];
  /**
   * The languages of the site, as BCP 47 tags.
   * @default ["en"]
   */
  locales?: readonly string[];
  /** One of `locales`. The default is the first one. */
  defaultLocale?: string;
  /**
   * Your own routes.
   * @default []
   */
  customRoutes?: readonly CustomRouteDefinition[];
  /**
   * Functions that change the configuration, called in this order, each with the result of the previous one; see
   * [Plugins](docs/guide/plugins.md).
   * @default []
   */
  plugins?: readonly Plugin[];
  /**
   * Where uploads are stored.
   * @default { adapter: "local" }
   */
  storage?: StorageDefinition;
  /**
   * Other servers that are told about changes.
   * @default []
   */
  webhooks?: readonly WebhookDefinition[];
  /**
   * Your own work at regular times.
   * @default []
   */
  jobs?: readonly JobDefinition[];
  /**
   * The [event stream](docs/guide/events.md). With `false` no events are stored for it.
   * @default true
   */
  events?: boolean;
  /**
   * The log of all changes: how many days its rows are kept, and whether it contains the values of changed fields; see
   * [Audit log](docs/guide/audit-log.md). `false` logs nothing.
   * @default { days: 365, values: false }
   */
  audit?: AuditDefinition | false;
  /**
   * Origins with pages that may use the session cookie. In `https://*.example.com`, `*` matches one label.
   * @default { origins: [] }
   */
  cors?: { origins: readonly string[] };
  /**
   * Seconds for which caches outside the site may serve answers to reads without credentials; without `public` they serve none. See
   * [Caching](docs/guide/caching.md).
   * @default {}
   */
  cache?: { public?: PublicCache };
  /**
   * Serves `/openapi.json` and `/docs`.
   * @default false
   */
  openapi?: boolean;
  /** Options of the admin page. `false` disables the admin page. */
  admin?: SiteAdmin | false;
}

/**
 * A validated configuration with the additions of its plugins and its defaults; the only form that the rest of the product uses. Frozen.
 */
export interface Config extends Omit<ConfigDefinition, "plugins"> {
  readonly locales: readonly string[];
  readonly defaultLocale: string;
  readonly cors: { origins: readonly string[] };
  readonly cache: { readonly public?: Readonly<Required<PublicCache>> };
  readonly storage: StorageDefinition;
  readonly customRoutes: readonly (CustomRouteDefinition & {
    method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
    roles: readonly string[];
  })[];
  readonly webhooks: readonly WebhookDefinition[];
  readonly jobs: readonly (JobDefinition & { readonly timeoutSeconds: number })[];
  readonly events: boolean;
  readonly audit: Readonly<Required<AuditDefinition>> | false;
  readonly openapi: boolean;
}

/** Gives an editor the types of a configuration and returns it unchanged, so that its type can be inferred. */
export function defineConfig<const T extends ConfigDefinition>(config: T): T {
  return config;
}

/** Returns an entity unchanged. `colophon/config` declares it with the types of the entity's fields for its hooks. */
export function defineEntity<const T extends EntityDefinition>(entity: T): T {
  return entity;
}
