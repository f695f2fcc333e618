/** A plan is made once for each shape (principal, operation, fields); each call adds its values. */
import { LRUCache } from "lru-cache";
import { ownerOf } from "../permissions/permissions.ts";
import type { Principal, Schema } from "../types.ts";
import type { PlanValues, Statement } from "../statements.ts";

export const PLANNED: unique symbol = Symbol("planned");

export interface PlanOf<Kind extends string> {
  readonly kind: Kind;
  /** The values of the statement's placeholders, by name. */
  readonly values: PlanValues;
  /** Only this file can create it: no statement without a permission check. The statement is compiled on first use. */
  readonly [PLANNED]: Compiled;
}

/**
 * What the statement of a plan is for: to run it; for a write, to run it and return the whole record for its after-hooks (`hooked`), or to
 * find out only whether it is allowed, with the stored record for its before-hooks (`check`), which writes and locks nothing.
 */
export type Purpose = "run" | "hooked" | "check";

/** Its statements, by their purpose. */
type Compiled = Partial<Record<Purpose, Statement>>;

/** A plan without the values of a call. */
export type Frame<P> = Omit<P, "values" | typeof PLANNED>;

type Framed = PlanOf<string>;

/** The cache's limit for one schema, in bytes. */
const MAX_PLAN_BYTES = 64 * 1024 * 1024;
/** A plan and its statement, by estimate: the key contains the fields that its text depends on. */
const READ_BYTES = 6_000;
const WRITE_BYTES = 60_000;
const BYTES_PER_KEY_CHARACTER = 20;
const caches = new WeakMap<Schema, LRUCache<string, Framed>>();

function cacheOf(schema: Schema): LRUCache<string, Framed> {
  const known = caches.get(schema) ?? new LRUCache<string, Framed>({ maxSize: MAX_PLAN_BYTES });
  caches.set(schema, known);
  return known;
}

/** A plan that is not cached. */
export function createPlan<P extends PlanOf<string>>(frame: Frame<P>, values: PlanValues = {}): P {
  return Object.freeze({ ...frame, values, [PLANNED]: {} }) as unknown as P;
}

/** The same plan for these values. */
export function withValues<P extends PlanOf<string>>(plan: P, values: PlanValues): P {
  return Object.freeze({ ...plan, values });
}

/**
 * The plan of a shape and its statement, made on first use. The key contains everything that determines the statement's text. The principal's
 * permission is checked before, on each call.
 */
export function cachedPlan<P extends PlanOf<string>>(schema: Schema, key: string, make: () => P, isWrite = true): P {
  const cache = cacheOf(schema);
  const known = cache.get(key);
  if (known) return known as P; // the kind is part of the key
  const made = make();
  cache.set(key, made, { size: (isWrite ? WRITE_BYTES : READ_BYTES) + BYTES_PER_KEY_CHARACTER * key.length });
  return made;
}

/** The part of a principal that determines a statement: the role; null for the system. */
export function roleKey(principal: Principal): string | null {
  return principal.kind === "system" ? null : principal.role;
}

/** The author in the history: a user or an API key; null for the system. */
export function authorOf(principal: Principal): { readonly author: string | null; readonly authorKey: string | null } {
  const owner = ownerOf(principal);
  return { author: owner?.kind === "user" ? owner.id : null, authorKey: owner?.kind === "key" ? owner.id : null };
}
