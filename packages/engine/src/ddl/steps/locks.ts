/** The table locks of a step. Only those that block readers or writers of records. */
import type { Table } from "../../types.ts";
import { tableKey } from "../catalog.ts";
import type { Catalog, CatalogTable } from "../catalog.ts";
import { byKind } from "./step.ts";
import type { ByKind, Step } from "./step.ts";

export type LockMode = "ACCESS EXCLUSIVE" | "SHARE ROW EXCLUSIVE" | "SHARE";

export interface StepLock {
  /** `schema.name`. */
  readonly table: string;
  readonly mode: LockMode;
}

interface Locks {
  readonly mode: LockMode;
  /** The keys of the tables. */
  readonly of: readonly string[];
}

type LocksIn = (step: { readonly table: Table }) => Locks;

const none = (): null => null;
const exclusive: LocksIn = ({ table }) => ({ mode: "ACCESS EXCLUSIVE", of: [tableKey(table)] });
/** While it waits, and while it holds the lock, rows can be read. */
const noWrites = (...tables: readonly Table[]): Locks => ({ mode: "SHARE ROW EXCLUSIVE", of: tables.map(tableKey) });

/** An index or a trigger may be of a table that is renamed in the same change: its name tells which one it is of now. */
function owners({ tables }: Catalog, owns: (found: CatalogTable) => boolean): Locks {
  return { mode: "ACCESS EXCLUSIVE", of: [...tables].filter(([, found]) => owns(found)).map(([key]) => key) };
}

/** The tables that foreign keys of a table point to. */
function targets(of: Table, { tables }: Catalog, isDropped: (key: string) => boolean = () => true): readonly string[] {
  return [...(tables.get(tableKey(of))?.foreignKeys ?? [])].filter(([key]) => isDropped(key)).map(([, { target }]) => target);
}

const LOCKS: ByKind<Locks | null, [Catalog]> = {
  createTable: ({ references = [] }) => noWrites(...references),
  dropTable: ({ table }, catalog) => ({ mode: "ACCESS EXCLUSIVE", of: [tableKey(table), ...targets(table, catalog)] }),
  renameTable: exclusive,
  setStorage: none,
  createView: none,
  dropView: none,
  replaceView: ({ base }) => exclusive({ table: base }),
  analyze: none,

  addColumn: exclusive,
  addFilledColumn: exclusive,
  dropColumn: exclusive,
  renameColumn: exclusive,
  convertColumn: exclusive,
  setNotNull: exclusive,
  setDefaults: exclusive,
  dropDefault: exclusive,

  addForeignKey: ({ table, key }) => noWrites(table, key.target),
  addNotNullCheck: exclusive,
  validateConstraint: none,
  dropConstraint: ({ table, name }, catalog) => ({
    mode: "ACCESS EXCLUSIVE",
    of: [tableKey(table), ...targets(table, catalog, (key) => key === name)],
  }),
  renameConstraint: exclusive,

  createIndex: ({ table, concurrently }) => (concurrently ? null : { mode: "SHARE", of: [tableKey(table)] }),
  createReferenceIndex: ({ table, concurrently }) => (concurrently ? null : { mode: "SHARE", of: [tableKey(table)] }),
  dropIndex: ({ name, concurrently }, catalog) =>
    concurrently ? null : owners(catalog, ({ indexes, broken }) => indexes.has(name) || (broken?.indexes.has(name) ?? false)),
  renameIndex: none,
  omitStatistics: none,

  createTrigger: ({ table }) => noWrites(table),
  dropTrigger: exclusive,
  dropTriggerFunction: ({ name }, catalog) => owners(catalog, ({ triggers }) => triggers.has(name)),
  createFunction: none,
  dropFunction: none,

  changeRows: none,
  truncate: exclusive,
  keepRows: ({ table, own }) => own && { mode: "ACCESS EXCLUSIVE", of: [table, ...own].map(tableKey) },
  copyReferences: none,
};

const locksIn = byKind(LOCKS);

/** Locks of one step, on tables that are in the catalog. */
export function locksOf(step: Step, catalog: Catalog): readonly StepLock[] {
  const { mode, of } = locksIn(step, catalog) ?? { mode: "SHARE", of: [] };
  return [...new Set(of)].filter((table) => catalog.tables.has(table)).map((table) => ({ table, mode }));
}
