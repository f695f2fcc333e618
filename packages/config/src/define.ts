/** The format of a project's configuration file. Its rules are in validate.ts. */

import type { EntityFieldDefinition } from "@colophon/model";
import type { EntityAdmin, SiteAdmin } from "./define-admin.ts";
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
export type * from "./define-roles.ts";
export * from "./define-site.ts";
export type * from "./define-storage.ts";
export { toSlug } from "./slug.ts";

/**
 * What is known of a project's types. The module that `colophon types --hooks` prints adds `db`, the database handle with the entities of the
 * configuration; without it every entity is allowed.
 */
export interface Register {}

/** `db` in hooks, custom routes and jobs. */
export type Handle = Register extends { readonly db: infer Db } ? Db : any;

/** The argument of a lifecycle hook. Which of the optional members are set depends on the hook, see docs/guide/hooks.md. */
export interface HookContext {
  readonly entity: string;
  readonly operation: "create" | "update" | "delete" | "publish" | "unpublish" | "read";
  readonly user: { readonly id: string; readonly email: string; readonly role: string } | null;
  readonly role: string;
  readonly locale: string | null;
  readonly draft: boolean;
  readonly requestId: string;
  /** The Prisma client (inside the write's transaction in before-hooks) plus `entity(name)`. */
  readonly db: Handle;
  readonly log: { info(...args: unknown[]): void; warn(...args: unknown[]): void; error(...args: unknown[]): void };
  readonly signal: AbortSignal;
  readonly data?: Values;
  readonly existing?: Values;
  readonly record?: Values;
  readonly id?: string;
}

/** Field values by name; the configuration's fields determine their types. */
type Values = Record<string, any>;

export type Hook = (context: HookContext) => unknown;

export const HOOK_NAMES = [
  "beforeValidate",
  "beforeCreate",
  "afterCreate",
  "beforeUpdate",
  "afterUpdate",
  "beforeDelete",
  "afterDelete",
  "beforePublish",
  "afterPublish",
  "beforeUnpublish",
  "afterUnpublish",
  "afterRead",
] as const;
export type HookName = (typeof HOOK_NAMES)[number];

type GivenTo<Name extends HookName> = Name extends "beforeDelete"
  ? "existing" | "record" | "id"
  : Name extends `before${string}`
    ? "data"
    : "record" | "id";
/** A hook of that name; its argument has the members that are always set for it. */
export type HookOf<Name extends HookName> = (context: HookContext & Required<Pick<HookContext, GivenTo<Name>>>) => unknown;

/** A hook whose result depends on nothing but the record: public caches may store the answer. */
export interface PureHook {
  readonly pure: true;
  readonly run: HookOf<"afterRead">;
}
type HookEntry<Name extends HookName> = HookOf<Name> | (Name extends "afterRead" ? PureHook : never);

export interface EntityDefinition {
  name: string;
  fields: readonly EntityFieldDefinition[];
  title?: string;
  description?: string;
  translatable?: boolean;
  /** A single record; with `translatable` one for each locale. */
  global?: boolean;
  versions?: boolean | { limit?: number };
  /** Deleted records are moved to the trash, from which they can be restored for this many days; 30 by default. */
  trash?: boolean | { days?: number };
  /** `false` for an entity whose answers depend on more than stored content: gateways then keep none of them. */
  cache?: boolean;
  hooks?: { readonly [Name in HookName]?: HookEntry<Name> | readonly HookEntry<Name>[] };
  admin?: EntityAdmin;
  /** Fields that lists filter and sort by together, in the order of use; or one automatic field: `[["status", "date"], ["updatedAt"]]`. */
  indexes?: readonly (readonly string[])[];
  /** Fields whose combined values are unique, per locale if the entity is translatable: `[["day", "place"]]`. */
  unique?: readonly (readonly string[])[];
  /** The name this entity had before: its table is renamed instead of dropped. */
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
  name: string;
  method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  roles?: readonly string[];
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
  /** A number of seconds, minutes or hours: `30s`, `5m`, `1h`. Counted from midnight UTC of 1 January 1970. */
  every?: string;
  /** The five fields of cron, in UTC: `0 3 * * *`. */
  cron?: string;
  /** 60 by default. */
  timeoutSeconds?: number;
  run: (context: JobContext) => unknown;
}

/**
 * A package's addition to a configuration: gets the previous one, frozen, and returns a new one. Messages about problems with what it adds
 * contain the function's name.
 */
export type Plugin = (config: ConfigDefinition) => ConfigDefinition;

export interface ConfigDefinition {
  /** Called one after the other, each with the result of the previous one. */
  plugins?: readonly Plugin[];
  locales?: readonly string[];
  defaultLocale?: string;
  cors?: { origins: readonly string[] };
  /** Without `public`, no cache stores answers of the API. */
  cache?: { public?: PublicCache };
  storage?: StorageDefinition;
  entities: readonly EntityDefinition[];
  roles: readonly RoleDefinition[];
  /** False: there is no admin page. */
  admin?: SiteAdmin | false;
  customRoutes?: readonly CustomRouteDefinition[];
  webhooks?: readonly WebhookDefinition[];
  jobs?: readonly JobDefinition[];
  /** False: there is no event stream, and nothing is written for it. */
  events?: boolean;
  /** False: changes are not logged. */
  audit?: AuditDefinition | false;
  openapi?: boolean;
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

/** Thrown by a before-hook to refuse a write: 400 VALIDATION_ERROR with this message, at `field` if given. */
export class HookError extends Error {
  override readonly name = "HookError";
  readonly field: string | undefined;
  constructor(message: string, options: { field?: string } = {}) {
    super(message);
    this.field = options.field;
  }
}
