/** Steps that run while the site is running, before the short transaction that switches to a configuration. */
import { createHash } from "node:crypto";
import { render } from "./render.ts";
import type { Step } from "./step.ts";

interface TableStep {
  /** The table that it reads or changes: `schema.name`. */
  readonly table: string;
}

/** Short steps in one transaction. They wait for a lock only briefly and are retried. */
export interface BriefStep extends TableStep {
  readonly kind: "brief";
  readonly steps: readonly Step[];
}

/** Steps outside a transaction. They take longer for larger tables, and block neither readers nor writers. */
export interface LongStep extends TableStep {
  readonly kind: "index" | "check";
  readonly steps: readonly Step[];
}

/** A statement that changes a batch of rows in its own transaction and returns `done`. It is repeated until that is 0. */
export interface FillStep extends TableStep {
  readonly kind: "fill";
  readonly statement: string;
}

export type OnlineStep = BriefStep | LongStep | FillStep;

const TEMPORARY = /^ahead\./;
const HASH_LENGTH = 10;

/**
 * The temporary name of an object until the switch renames it. It is derived from the final step or SQL, so a different object never has
 * this name.
 */
export function temporaryName(final: Step | string): string {
  const text = typeof final === "string" ? final : render(final);
  return `ahead.${createHash("sha256").update(text).digest("hex").slice(0, HASH_LENGTH)}`;
}

/** Whether a name is such a temporary name. Configured names never are. */
export function isTemporary(of: string): boolean {
  return TEMPORARY.test(of);
}

/** The SQL of a step, in the order in which it runs. */
export function statementsOf(step: OnlineStep): readonly string[] {
  return step.kind === "fill" ? [step.statement] : step.steps.map(render);
}
