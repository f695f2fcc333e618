import { isPlaceholder, likePattern, originalName, type Encoding, type Value } from "./placeholder.ts";
import { ownerOf } from "./permissions/permissions.ts";
import type { Principal } from "./types.ts";
import type { PlanValues, Statement } from "./statements.ts";

/** The values of placeholders. */
export interface BindContext {
  readonly principal: Principal;
  readonly now: Date;
  /** Those of the plan: `plan.values`. */
  readonly values?: PlanValues;
  /** The creator of the preview link. */
  readonly creator?: Principal | undefined;
  /** The context of a write for the audit log, as JSON text. */
  readonly audit?: string | undefined;
  /** A cached total and the stamp for which it was counted. */
  readonly total?: { readonly total: string; readonly stamp: string } | null;
}

const RESERVED: Readonly<Record<string, (context: BindContext) => string | null>> = {
  $CURRENT_USER: ({ principal }) => (principal.kind === "user" ? principal.userId : null), // of a caller without a user: equals nothing
  $CURRENT_ACTOR: ({ principal }) => ownerOf(principal)?.id ?? null,
  $CURRENT_ACTOR_KIND: ({ principal }) => ownerOf(principal)?.kind ?? null,
  $CURRENT_ROLE: ({ principal }) => (principal.kind === "system" ? null : principal.role),
  $NOW: ({ now }) => now.toISOString(),
  $AUDIT: ({ audit }) => audit ?? "",
  $CACHED_TOTAL: ({ total }) => total?.total ?? null,
  $CACHED_STAMP: ({ total }) => total?.stamp ?? null,
};

function given(name: string, context: BindContext): unknown {
  const original = originalName(name);
  if (original !== null) {
    if (!context.creator) throw new TypeError(`${name} needs the creator of the preview link`);
    return given(original, { ...context, principal: context.creator });
  }
  const reserved = RESERVED[name];
  if (reserved) return reserved(context);
  if (!context.values || !Object.hasOwn(context.values, name)) throw new TypeError(`nothing was given for ${name}`);
  return context.values[name] ?? null;
}

function encode(value: unknown, as: Encoding | undefined): unknown {
  if (value === null || as === undefined) return value;
  return as === "json" ? JSON.stringify(value) : likePattern(String(value), as);
}

function bindValue(value: Value, context: BindContext): unknown {
  if (isPlaceholder(value)) return encode(given(value.name, context), value.as);
  return Array.isArray(value) ? value.map((item: Value) => bindValue(item, context)) : value;
}

/** The parameter values of a statement, as the driver takes them. @throws TypeError if the plan's values lack one: that is a bug */
export function bind(statement: Pick<Statement, "values">, context: BindContext): unknown[] {
  return statement.values.map((value) => bindValue(value, context));
}
