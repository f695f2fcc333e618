/** What is built beside the running site, before the short transaction that switches to a configuration. */
import { createHash } from "node:crypto";
import { textOf } from "../sql/sql.ts";
import type { Sql } from "../sql/sql.ts";

interface Step {
  /** Which table it reads or changes, as the catalog names it. */
  readonly table: string;
}

/** Short statements, in one transaction; they wait for a lock only briefly, again and again. */
export interface BriefStep extends Step {
  readonly kind: "brief";
  readonly statements: readonly string[];
}

/** Statements outside a transaction, which take as long as the table is large and keep neither readers nor writers out. */
export interface LongStep extends Step {
  readonly kind: "index" | "check";
  readonly statements: readonly string[];
}

/** A statement that does a little in a transaction of its own, and gives `done`: again and again, until that is 0. */
export interface FillStep extends Step {
  readonly kind: "fill";
  readonly statements: readonly [string];
}

export type AheadStep = BriefStep | LongStep | FillStep;

const AHEAD = /^ahead\./;
const HASH_LENGTH = 10;

/** The name of what is built ahead, until the switch gives it its own. It follows from the final SQL: another one isn't taken for it. */
export function aheadName(final: Sql): string {
  const hash = createHash("sha256").update(textOf(final)).digest("hex");
  return `ahead.${hash.slice(0, HASH_LENGTH)}`;
}

/** Whether something of that name was built ahead. Nothing that is configured has such a name. */
export function isAhead(of: string): boolean {
  return AHEAD.test(of);
}
