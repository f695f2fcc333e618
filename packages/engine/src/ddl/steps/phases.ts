/** The order of the changes in a plan. Each phase needs only what the phases before it leave behind. */

export const PHASES = [
  /** Functions that triggers, indexes and statements call. */
  "functions",
  /** Copies and triggers that were prepared under names which the renames change or give to something else. */
  "preparations",
  /** Tables and columns get their configured names: all later phases use only these. */
  "renames",
  /** Tables of links that were filled while the site was running take their places. */
  "links",
  /** Constraints, indexes and triggers that are not wanted any more; they would make changes of rows slower, or refuse them. */
  "obsolete",
  /** Tables are created; columns are added or converted. */
  "tables",
  "storage",
  /** Values move between a column and a table of links: both exist now. */
  "moves",
  /** Rows that new rules don't allow are removed, before the indexes and keys that enforce the rules. */
  "globals",
  "trash",
  "freed",
  "indexes",
  /** Claims of drafts are compared with the rows, by the new indexes. */
  "claims",
  "keys",
  "triggers",
  /** Tables of nested references point to the tables of entities, and are filled from their rows as these are now. */
  "references",
  /** For later, when no older process uses the names of the last phase: as views, they hide the tables from what follows. */
  "dropOldNames",
  /** What older processes need beside the new tables. */
  "compatibility",
  /** The values of removed columns have been moved. */
  "columns",
  /** Columns and triggers that were built for another configuration. */
  "abandoned",
  /** After all that could refer to them. */
  "drops",
  /** Views with the old names, of the tables as they are now. */
  "showOldNames",
] as const;

export type Phase = (typeof PHASES)[number];

const AT = new Map<Phase, number>(PHASES.map((phase, at) => [phase, at]));

/** Changes in the order of their phases; those of one phase stay in the order in which they were planned. */
export function inOrder<Change extends { readonly phase: Phase }>(changes: readonly Change[]): Change[] {
  const at = ({ phase }: Change): number => AT.get(phase) ?? PHASES.length;
  return changes.toSorted((a, b) => at(a) - at(b));
}
