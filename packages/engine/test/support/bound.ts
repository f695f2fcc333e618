import { bind, compile } from "../../src/index.ts";
import type { Principal, BindContext, Plan, Statement } from "../../src/index.ts";

export type Bound = Omit<Statement, "values"> & { readonly values: unknown[] };

/** A statement, or that of a plan, with the values that are sent with it. */
export function bound(of: Plan | Statement, context: BindContext): Bound {
  const statement = "kind" in of ? compile(of) : of;
  return { ...statement, values: bind(statement, { ...context, ...("kind" in of && { values: of.values }) }) };
}

/** The same for a principal, at any time. */
export function boundFor(principal: Principal, of: Plan | Statement): Bound {
  return bound(of, { principal, now: new Date("2026-01-01T00:00:00.000Z") });
}
