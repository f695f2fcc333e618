/** Which answers gateways may keep, and what these depend on; see docs/architecture.md. */
import { answerSources, type ListPlan, type OnePlan, type Schema } from "@colophon/engine";
import { toDependsText } from "@colophon/runtime";
import type { Hooks } from "../hooks/hooks.ts";
import type { Call } from "../http/calls.ts";

/** The text about the answer of a plan, for the gateway; undefined if it can't be kept. */
export type DependsOf = (call: Call, plan: ListPlan | OnePlan) => string | undefined;

/** @param identity - as for `createAnswerLease`; null if gateways keep nothing */
export function createDependsOf(schema: Schema, hooks: Pick<Hooks, "isReadPure">, identity: string | null): DependsOf {
  return (call, plan) => {
    if (identity === null || call.principal.kind === "system") return undefined;
    if (plan.draft !== null || plan.preview !== null || plan.trashed !== null) return undefined;
    if (!hooks.isReadPure(plan.rowFilter.entity.name)) return undefined;
    const sources = answerSources(schema, plan);
    return sources ? toDependsText({ identity, ...sources }) : undefined;
  };
}
