/** What is built beside the running site, before the short transaction that switches to a configuration. */
import { createHash } from "node:crypto";
import { textOf } from "../sql/sql.ts";
import type { Sql } from "../sql/sql.ts";

interface Step {
  /** Which table it reads or fills, as the catalog names it. */
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

/** Copies a table's rows in the order of their ids, some at a time: each statement is a transaction of its own. */
export interface FillStep extends Step {
  readonly kind: "fill";
  /** $1: the last id done, $2: so many rows further; gives the id there, or no row near the end. */
  readonly next: string;
  /** $1: the last id done, $2: the last of these rows, null for all that are left. */
  readonly rows: string;
  /** What says in the catalog how far it has come. */
  readonly target: string;
}

export type AheadStep = BriefStep | LongStep | FillStep;

/** The note of a table that is filled. Until then it is the last id done. */
export const FILLED = "filled";

const AHEAD = /^ahead\./;
const HASH_LENGTH = 10;

/** The name of what is built ahead, until the switch gives it its own. It follows from the final SQL: another one isn't taken for it. */
export function aheadName(final: Sql): string {
  return `ahead.${hashOf(textOf(final))}`;
}

/** Whether something of that name was built ahead. Nothing that is configured has such a name. */
export function isAhead(of: string): boolean {
  return AHEAD.test(of);
}

/** A short name for a text, the same at each start. */
export function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, HASH_LENGTH);
}
