import type { Sql } from "../../sql/sql.ts";
import type { Table } from "../../types.ts";
import type { ChangedTexts } from "../changed-texts.ts";
import type { OnlineStep } from "./online-steps.ts";
import type { Phase } from "./phases.ts";
import { render } from "./render.ts";
import type { RowsEffect, Step } from "./step.ts";

/** A step of a plan, with its reason and its effects. `lossy` says which data would be lost, or is null. */
export interface TableChange {
  readonly phase: Phase;
  readonly step: Step;
  /** The SQL of the step. */
  readonly sql: string;
  readonly lossy: string | null;
  /** The part of the configuration that causes the change: `article`, `article.title`. */
  readonly configPath: string;
  /**
   * Set if processes with the previous configuration need what this drops: it runs when none of them is left. A `bridge` (the value is stored)
   * is a view or trigger that keeps old names usable.
   */
  readonly takesAway?: "data" | "bridge";
  /** Set if the database has another configuration's variant of what this makes, with which processes of this configuration work as well. */
  readonly hasVariant?: true;
  /**
   * A statement that runs in batches after the switch, while the site is running. It starts at the id `$1` and returns the last id of its
   * batch as `last`; null at the end.
   */
  readonly afterwards?: string;
  /** Steps that can run in advance, while the site is running. Once they are done, the change itself is different and short. */
  readonly onlineSteps?: readonly OnlineStep[];
  /** Texts that are converted when the tables are locked, before all changes. */
  readonly texts?: ChangedTexts;
}

interface Effects extends Pick<TableChange, "takesAway" | "hasVariant" | "afterwards" | "texts"> {
  readonly lossy?: string | null;
  /** Null, or empty, if there is nothing that can run in advance. */
  readonly onlineSteps?: readonly OnlineStep[] | null;
}

/** Where a change belongs in the plan, and in the configuration. */
export type Reason = Pick<TableChange, "phase" | "configPath">;

export function changeOf({ phase, configPath }: Reason, step: Step, { lossy = null, onlineSteps, ...more }: Effects = {}): TableChange {
  return { phase, step, sql: render(step), lossy, configPath, ...more, ...(onlineSteps && onlineSteps.length > 0 && { onlineSteps }) };
}

/** The changes of steps that belong together; the first of them has the effects of all. */
export function changesOf(reason: Reason, steps: readonly Step[], effects: Effects = {}): TableChange[] {
  return steps.map((step, at) => changeOf(reason, step, at === 0 ? effects : {}));
}

/** A statement that changes rows. @param of - the table whose size determines the time */
export function changeRows(of: Table, statement: Sql, effect: RowsEffect): Step {
  return { kind: "changeRows", table: of, statement, effect };
}
