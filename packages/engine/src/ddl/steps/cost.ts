/** The work of a step on the rows of its table, for an estimate of its time. */
import type { Table } from "../../types.ts";
import { byKind } from "./step.ts";
import type { ByKind, Step } from "./step.ts";

/** Reads all rows; writes all rows; computes what searches look for in all rows. */
export type Work = "scan" | "rewrite" | "search";

export interface Cost {
  readonly table: Table;
  readonly work: Work | null;
}

type CostOf = (step: { readonly table: Table }) => Cost;

const SEARCHED: ReadonlySet<string> = new Set(["trigram", "grams", "list"]);

const none = (): null => null;
const brief: CostOf = ({ table }) => ({ table, work: null });
const scan: CostOf = ({ table }) => ({ table, work: "scan" });
const rewrite: CostOf = ({ table }) => ({ table, work: "rewrite" });

const COSTS: ByKind<Cost | null> = {
  createTable: none,
  dropTable: brief,
  renameTable: brief,
  setStorage: brief,
  createView: none,
  dropView: none,
  replaceView: none,
  analyze: scan,

  addColumn: brief,
  addFilledColumn: rewrite,
  dropColumn: brief,
  renameColumn: brief,
  convertColumn: rewrite,
  setNotNull: scan,
  setDefaults: brief,
  dropDefault: brief,

  addForeignKey: scan,
  addNotNullCheck: brief,
  validateConstraint: scan,
  dropConstraint: brief,
  renameConstraint: brief,

  createIndex: ({ table, index }) => ({ table, work: SEARCHED.has(index.kind) ? "search" : "scan" }),
  createReferenceIndex: scan,
  dropIndex: none,
  renameIndex: none,
  omitStatistics: none,

  createTrigger: brief,
  dropTrigger: brief,
  dropTriggerFunction: none,
  createFunction: none,
  dropFunction: none,

  changeRows: rewrite,
  truncate: brief,
  keepRows: ({ table, own }) => ({ table, work: own ? null : "rewrite" }),
  copyReferences: rewrite,
};

const costIn = byKind(COSTS);

/** Null for a step whose time doesn't depend on a table. */
export function costOfStep(step: Step): Cost | null {
  return costIn(step);
}
