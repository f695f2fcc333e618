/** What a change of tables makes readers and writers wait for, counted in rows: it does not depend on the machine's speed. */
import type { Database } from "../src/index.ts";
import { watched } from "./changing.ts";
import type { Statement } from "./changing.ts";

/** Others wait for no transaction that reads and writes more rows. */
export const FEW_ROWS = 200;

export interface Blocking {
  readonly statements: readonly string[];
  /** Rows that were read and written from the first statement that made others wait; infinite if that is not known. */
  readonly rows: number;
}

interface Transaction {
  before: number;
  isBlocking: boolean;
  readonly statements: string[];
}

const OURS = "('content', 'cms')";
/** Rows that this transaction, and earlier ones that are not counted yet, read and wrote. */
const TOUCHED = `select coalesce(sum(seq_tup_read + coalesce(idx_tup_fetch, 0) + n_tup_ins + n_tup_upd + n_tup_del), 0)::int as rows
  from pg_stat_xact_all_tables where schemaname in ${OURS}`;
/** Locks that conflict with those of an insert, an update or a delete. */
const LOCKED = `select from pg_locks k join pg_class c on c.oid = k.relation join pg_namespace n on n.oid = c.relnamespace
  where k.pid = pg_backend_pid() and k.granted and c.relkind = 'r' and n.nspname in ${OURS}
    and k.mode in ('ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock') limit 1`;
/** Statements outside a transaction that block no reader and no writer. */
const HARMLESS =
  /^\s*(?:select|set|reset|analyze|create extension|create (?:unique )?index concurrently|drop index concurrently|alter table \S+ validate constraint)\s/;

/** The same database; each transaction that blocked others is added to `found` when it is committed. */
export function blockingTransactions(database: Database, found: Blocking[]): Database {
  const open = new Map<number, Transaction>();
  const touched = async ({ ask }: Statement) => (await ask<{ rows: number }>(TOUCHED))[0]?.rows ?? 0;
  const note = async (transaction: Transaction, statement: Statement): Promise<void> => {
    transaction.isBlocking ||= (await statement.ask(LOCKED)).length > 0;
    if (!transaction.isBlocking) transaction.before = await touched(statement);
    else if (statement.text === "commit")
      found.push({ statements: transaction.statements, rows: (await touched(statement)) - transaction.before });
    transaction.statements.push(statement.text);
  };
  return watched(database, async (statement) => {
    const { text, pid } = statement;
    const transaction = open.get(pid);
    if (text === "begin") open.set(pid, { before: 0, isBlocking: false, statements: [] });
    else if (transaction && text !== "rollback") await note(transaction, statement);
    else if (!transaction && !HARMLESS.test(text)) found.push({ statements: [text], rows: Infinity });
    if (text === "commit" || text === "rollback") open.delete(pid);
  });
}
