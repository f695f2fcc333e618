/** Steps that run while the site is running, before the short transaction that switches to a configuration. */
import { createHash } from "node:crypto";
import { textOf } from "../sql/sql.ts";
import type { Sql } from "../sql/sql.ts";

interface Step {
  /** The table that it reads or changes: `schema.name`. */
  readonly table: string;
}

/** Short statements in one transaction. They wait for a lock only briefly and are retried. */
export interface BriefStep extends Step {
  readonly kind: "brief";
  readonly statements: readonly string[];
}

/** Statements outside a transaction. They take longer for larger tables, and block neither readers nor writers. */
export interface LongStep extends Step {
  readonly kind: "index" | "check";
  readonly statements: readonly string[];
}

/** A statement that changes a batch of rows in its own transaction and returns `done`. It is repeated until that is 0. */
export interface FillStep extends Step {
  readonly kind: "fill";
  readonly statements: readonly [string];
}

export type AheadStep = BriefStep | LongStep | FillStep;

const AHEAD = /^ahead\./;
const HASH_LENGTH = 10;

/**
 * The temporary name of an object until the switch renames it. It is derived from the final SQL, so a different object never has this name.
 */
export function temporaryName(final: Sql): string {
  const hash = createHash("sha256").update(textOf(final)).digest("hex");
  return `ahead.${hash.slice(0, HASH_LENGTH)}`;
}

/** Whether a name is such a temporary name. Configured names never are. */
export function isTemporary(of: string): boolean {
  return AHEAD.test(of);
}
