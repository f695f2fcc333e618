import { definedColumns, definedContent, type Schema } from "@colophon/engine";
import type pg from "pg";
import { type Database, withClient } from "@colophon/database";
import { sqlColumns, sqlName, type ArchivedTable } from "./tables.ts";

const FETCH_ROWS = 100;
const ENTRY_CHARACTERS = 1_000_000;

/** The condition that excludes rows of entities of older configurations. */
function condition({ entity }: ArchivedTable): string {
  return entity === null ? "where entity = any($1)" : "";
}

function valuesFor({ entity }: ArchivedTable, schema: Schema): unknown[] {
  return entity === null ? [[...schema.entities.keys()]] : [];
}

/** The SQL of columns that are exported without parts that the configuration no longer defines. */
function definedIn({ entity, kind }: ArchivedTable, schema: Schema): ReadonlyMap<string, string> {
  if (kind === "versions") return new Map([["data", definedContent(schema, "r")]]);
  return kind === "records" && entity !== null ? definedColumns(entity, "r") : new Map();
}

/** The number of exported rows of a table. */
export async function countRows(client: pg.ClientBase, table: ArchivedTable, schema: Schema): Promise<number> {
  const text = `select count(*)::float8 as count from ${sqlName(table.table)} ${condition(table)}`;
  const { rows } = await client.query<{ count: number }>(text, valuesFor(table, schema));
  return rows[0]?.count ?? 0;
}

/**
 * A table's rows in the order of their key, as JSON, in pieces of about a megabyte: the content of one entry. Must be read in a
 * transaction, because it uses a cursor.
 */
export async function* rowPieces(
  client: pg.ClientBase,
  table: ArchivedTable,
  { schema, columns }: { readonly schema: Schema; readonly columns: readonly string[] },
): AsyncGenerator<readonly string[]> {
  const defined = definedIn(table, schema);
  const selected = columns.map((column) =>
    defined.has(column) ? `${defined.get(column)} as ${sqlColumns([column])}` : sqlColumns([column]),
  );
  const rowsOf = `select ${selected.join(", ")} from ${sqlName(table.table)} r ${condition(table)} order by ${sqlColumns(table.identity)}`;
  await client.query(
    `declare archived_rows no scroll cursor for select row_to_json(_row)::text as line from (${rowsOf}) as _row`,
    valuesFor(table, schema),
  );
  let piece: string[] = [];
  let characters = 0;
  for (;;) {
    const { rows } = await client.query<{ line: string }>(`fetch ${FETCH_ROWS} from archived_rows`);
    for (const { line } of rows) {
      piece.push(line);
      characters += line.length;
    }
    const isLast = rows.length < FETCH_ROWS;
    if (piece.length > 0 && (isLast || characters >= ENTRY_CHARACTERS)) {
      yield piece;
      [piece, characters] = [[], 0];
    }
    if (isLast) break;
  }
  await client.query("close archived_rows");
}

/** Runs `work` on a snapshot of the database, whatever is written meanwhile. */
export function inSnapshot<T>({ pool }: Pick<Database, "pool">, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  return withClient(pool, async (client) => {
    await client.query("begin isolation level repeatable read read only");
    try {
      return await work(client);
    } finally {
      await client.query("rollback").catch(() => undefined);
    }
  });
}
