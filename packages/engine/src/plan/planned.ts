/** A plan is made once for each shape (who, what, which fields); each call adds its values. */
import { LRUCache } from "lru-cache";
import { ownerOf } from "../permissions/actors.ts";
import type { Actor, PlanValues, Schema, Statement } from "../types.ts";

export const PLANNED: unique symbol = Symbol("planned");

export interface PlanOf<Kind extends string> {
  readonly kind: Kind;
  /** The values of the statement's placeholders, by name. */
  readonly values: PlanValues;
  /** Only this file can set it: no statement without a permission check. The statement is made when it is first asked for. */
  readonly [PLANNED]: Compiled;
}

interface Compiled {
  statement?: Statement;
}

/** A plan apart from what each call adds. */
export type Frame<P> = Omit<P, "values" | typeof PLANNED>;

type Framed = PlanOf<string>;

/** A read is small and comes in many query texts; a write's statement is large. */
const MAX_SIZE = 5_000;
const WRITE_SIZE = 10;
const caches = new WeakMap<Schema, LRUCache<string, Framed>>();

function cacheOf(schema: Schema): LRUCache<string, Framed> {
  const known = caches.get(schema) ?? new LRUCache<string, Framed>({ maxSize: MAX_SIZE });
  caches.set(schema, known);
  return known;
}

/** A plan that is not remembered. */
export function planned<P extends PlanOf<string>>(frame: Frame<P>, values: PlanValues = {}): P {
  return Object.freeze({ ...frame, values, [PLANNED]: {} }) as unknown as P;
}

/** The same plan for these values. */
export function withValues<P extends PlanOf<string>>(plan: P, values: PlanValues): P {
  return Object.freeze({ ...plan, values });
}

/**
 * The plan of a shape, made when it is asked for the first time, and its statement with it. The key names all that shapes
 * the statement's text; the actor's permission is asked before, on each call.
 */
export function rememberedPlan<P extends PlanOf<string>>(schema: Schema, key: string, make: () => P, isWrite = true): P {
  const cache = cacheOf(schema);
  const known = cache.get(key);
  if (known) return known as P; // the kind is part of the key
  const made = make();
  cache.set(key, made, { size: isWrite ? WRITE_SIZE : 1 });
  return made;
}

/** Who asks, as far as it shapes a statement: the role; null for the system. */
export function roleKey(actor: Actor): string | null {
  return actor.kind === "system" ? null : actor.role;
}

/** The author in the history: a user or an API key; null for the system. */
export function authorOf(actor: Actor): { readonly author: string | null; readonly authorKey: string | null } {
  const owner = ownerOf(actor);
  return { author: owner?.kind === "user" ? owner.id : null, authorKey: owner?.kind === "key" ? owner.id : null };
}
