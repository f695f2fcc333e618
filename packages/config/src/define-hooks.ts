/** The format of hooks: what they get, and their names. */

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
/** An entry of an entity's `hooks`. */
export type HookEntry<Name extends HookName> = HookOf<Name> | (Name extends "afterRead" ? PureHook : never);

/** Thrown by a before-hook to refuse a write: 400 VALIDATION_ERROR with this message, at `field` if given. */
export class HookError extends Error {
  override readonly name = "HookError";
  readonly field: string | undefined;
  constructor(message: string, options: { field?: string } = {}) {
    super(message);
    this.field = options.field;
  }
}
