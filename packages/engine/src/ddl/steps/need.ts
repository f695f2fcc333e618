import { byKind } from "./step.ts";
import type { ByKind, Step } from "./step.ts";

const yes = (): boolean => true;
const no = (): boolean => false;

const NEEDED: ByKind<boolean> = {
  createTable: yes,
  dropTable: no,
  renameTable: yes,
  setStorage: yes,
  createView: yes,
  dropView: yes,
  replaceView: yes,
  analyze: no,

  addColumn: yes,
  addFilledColumn: yes,
  dropColumn: no,
  renameColumn: yes,
  convertColumn: yes,
  setNotNull: yes,
  setDefaults: yes,
  dropDefault: yes,

  addForeignKey: yes,
  addNotNullCheck: yes,
  validateConstraint: yes,
  dropConstraint: no,
  renameConstraint: yes,

  /** Without the others reads are slower, but not wrong. */
  createIndex: ({ index }) => index.kind === "unique" || index.kind === "single",
  createReferenceIndex: ({ isUnique = false }) => isUnique,
  dropIndex: no,
  renameIndex: yes,
  omitStatistics: no,

  createTrigger: yes,
  dropTrigger: no,
  dropTriggerFunction: no,
  createFunction: no,
  dropFunction: no,

  changeRows: yes,
  truncate: yes,
  keepRows: yes,
  copyReferences: yes,
};

const needed = byKind(NEEDED);

/** Whether a process can't work with the tables without the step. Others remove what another configuration has added, or make reads faster. */
export function isStepNeeded(step: Step): boolean {
  return needed(step);
}
