/** Fills in what is known only when a statement runs. */
import type { Actor, Statement, Value, Variable } from "./types.ts";
import { isPattern, isVariable } from "./variables.ts";
import type { Pattern } from "./variables.ts";

/** What variables stand for. `total` is a remembered total and the stamp it was counted under. */
export interface BindContext {
  readonly actor: Actor;
  readonly now: Date;
  readonly total?: { readonly total: string; readonly stamp: string } | null;
}

const MEANING: Record<Variable, (context: BindContext) => string | null> = {
  $CURRENT_USER: ({ actor }) => (actor.kind === "user" ? actor.userId : null),
  $CURRENT_ROLE: ({ actor }) => (actor.kind === "system" ? null : actor.role),
  $NOW: ({ now }) => now.toISOString(),
  $CACHED_TOTAL: ({ total }) => total?.total ?? null,
  $CACHED_STAMP: ({ total }) => total?.stamp ?? null,
};

function toLike({ like, before, after }: Pattern, context: BindContext): string | null {
  const text = bindValue(like, context);
  return text === null ? null : before + String(text).replace(/[\\%_]/g, "\\$&") + after;
}

/** One value as the driver takes it: no variable, no pattern left in it. */
export function bindValue(value: Value, context: BindContext): unknown {
  if (Array.isArray(value)) return value.map((item) => bindValue(item, context));
  if (isVariable(value)) return MEANING[value.variable](context);
  return isPattern(value) ? toLike(value, context) : value;
}

/** The values to run a statement with. A caller without a user is no user: `$CURRENT_USER` equals nothing. */
export function bind(statement: Pick<Statement, "values">, context: BindContext): unknown[] {
  return statement.values.map((value) => bindValue(value, context));
}
