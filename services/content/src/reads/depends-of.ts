/** Which answers gateways may keep, and what these depend on; see docs/architecture.md. */
import { createHash } from "node:crypto";
import type { Config } from "@colophon/config";
import { answerSources, type ListPlan, type OnePlan, type Schema } from "@colophon/engine";
import { toDependsText } from "@colophon/runtime";
import type { Hooks } from "../hooks/hooks.ts";
import type { Call } from "../http/calls.ts";

/** The text about the answer of a plan, for the gateway; undefined if it can't be kept. */
export type DependsOf = (call: Call, plan: ListPlan | OnePlan) => string | undefined;

/** @param identity - as for `createAnswerLease`; null if gateways keep nothing */
export function createDependsOf(schema: Schema, hooks: Pick<Hooks, "isReadPure">, identity: string | null): DependsOf {
  const uncached = new Set(schema.config.entities.filter(({ cache }) => cache === false).map(({ name }) => name));

  return (call, plan) => {
    if (identity === null || call.principal.kind === "system") return undefined;
    if (plan.draft !== null || plan.preview !== null || plan.trashed !== null) return undefined;
    if (!hooks.isReadPure(plan.rowFilter.entity.name)) return undefined;
    const sources = answerSources(schema, plan);
    if (!sources || sources.entities.some((name) => uncached.has(name))) return undefined;
    return toDependsText({ identity, ...sources });
  };
}

const identities = new WeakMap<Config, string>();

/** What answers depend on besides stored content: the configuration, with the text of its functions. */
export function identityOfConfig(config: Config): string {
  const identity = identities.get(config) ?? readIdentity(config);
  identities.set(config, identity);
  return identity;
}

function readIdentity(config: Config): string {
  const text = JSON.stringify(config, (_name, value: unknown) => (typeof value === "function" ? String(value) : value));
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}
