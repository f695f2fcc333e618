import { transactionOn } from "@colophon/database";
import type { Catalog, Schema } from "@colophon/engine";
import pg from "pg";
import { Refusal } from "../failures.ts";
import type { ValueCheck } from "./check-values.ts";
import { mismatches, type Manifest } from "./manifest.ts";
import { isAssetTable, sqlColumns, sqlName, archivedTables, type ArchivedTable } from "./tables.ts";

/** A table of the archive, and the staging table for its rows. */
export interface StagedTable extends ArchivedTable {
  /** The staging table, in SQL. */
  readonly staged: string;
  readonly columns: readonly string[];
  readonly rows: number;
}

export type Staging = Awaited<ReturnType<typeof openStaging>>;

interface StagingOptions {
  readonly manifest: Manifest;
  readonly schema: Schema;
  readonly catalog: Catalog;
  /** Sees every row, also those that an earlier attempt has staged. */
  readonly check: ValueCheck;
  /** Whether it runs in an open transaction, which will be rolled back. */
  readonly isDry: boolean;
}

/**
 * Staging tables for the rows of an archive until it is complete: unlogged tables in the schema `cms_import`. Rows of the same archive from
 * an earlier attempt are kept, entry by entry; those of another one are deleted. @throws Refusal if the archive does not fit the
 * configuration
 */
export async function openStaging(client: pg.ClientBase, { manifest, schema, catalog, check, isDry }: StagingOptions) {
  refuseAll(mismatches(manifest, schema));
  const tables = tablesOf(manifest, schema, catalog);
  await client.query(MAKE);
  const other = await client.query("select from cms_import.entries where archive <> $1 limit 1", [manifest.id]);
  if (other.rows.length > 0) await client.query(`drop schema cms_import cascade; ${MAKE}`);
  for (const table of tables) await client.query(toMake(table));
  const done = await client.query<{ entry: string }>("select entry from cms_import.entries");
  const known = new Set(done.rows.map(({ entry }) => entry));
  const seen = new Map<string, number>();

  async function insert({ staged, columns }: StagedTable, lines: readonly string[], entry: string): Promise<void> {
    const names = sqlColumns(columns);
    const text = `insert into ${staged} (${names}) select ${names} from json_populate_recordset(null::${staged}, $1::json)`;
    await client.query(text, [`[${lines.join(",")}]`]).catch((error: unknown) => {
      const isOfData = error instanceof pg.DatabaseError && /^(?:22|54)/.test(error.code ?? "");
      throw isOfData ? new Refusal(`The export contains a row in ${entry} that can't be read.`) : error;
    });
  }

  /** @returns the number of lines. @throws Refusal if there are more than in the manifest */
  async function addLines(table: StagedTable, entry: string, lines: AsyncIterable<string>): Promise<number> {
    const isKnown = known.has(entry);
    let [count, characters, batch] = [0, 0, [] as string[]];
    for await (const line of lines) {
      if ((seen.get(table.key) ?? 0) + ++count > table.rows)
        throw new Refusal(`The export contains more rows of ${table.key} than its manifest lists.`);
      check.add({ table, entry, number: count, text: line });
      if (isKnown) continue;
      batch.push(line);
      characters += line.length;
      if (characters < BATCH_CHARACTERS) continue;
      await insert(table, batch, entry);
      [characters, batch] = [0, []];
    }
    if (batch.length > 0) await insert(table, batch, entry);
    seen.set(table.key, (seen.get(table.key) ?? 0) + count);
    return count;
  }

  return {
    tables,

    /** Stages the rows of an entry, unless they are staged already. @returns the number of rows in the entry */
    async add(key: string, entry: string, lines: AsyncIterable<string>): Promise<number> {
      const table = tables.find((table) => table.key === key);
      if (!table) throw new Refusal(`The export contains ${entry}, which is not part of an export.`);
      const work = async (): Promise<number> => {
        const count = await addLines(table, entry, lines);
        if (!known.has(entry)) await client.query("insert into cms_import.entries (archive, entry) values ($1, $2)", [manifest.id, entry]);
        return count;
      };
      return isDry ? work() : transactionOn(client, work);
    },

    /** @throws Refusal unless all rows of the manifest are there, and the paths of files match the ids of their records */
    async requireAll(): Promise<void> {
      for (const { key, staged, rows } of tables) {
        const found = await client.query<{ count: number }>(`select count(*)::float8 as count from ${staged}`);
        if (found.rows[0]?.count !== rows) throw new Refusal(`The export is incomplete: rows of ${key} are missing.`);
        await client.query(`analyze ${staged}`);
        if (!isAssetTable(key)) continue;
        const strays = await client.query(`select from ${staged} where storage_key is distinct from ${OWN_KEY} limit 1`);
        if (strays.rows.length > 0) throw new Refusal(`The export contains a record of ${key} with the file of another record.`);
      }
    },

    /** Deletes the staging tables. */
    async clear(): Promise<void> {
      await client.query("drop schema if exists cms_import cascade");
    },
  };
}

/** The approximate size of a statement that stages rows. */
const BATCH_CHARACTERS = 1_000_000;
/** `originalKey` of @colophon/storage, in SQL. */
const OWN_KEY = "'originals/' || right(id::text, 2) || '/' || id::text";
const MAKE = `create schema if not exists cms_import;
create table if not exists cms_import.entries (archive uuid not null, entry text primary key)`;

/** Only the columns in the archive, without their constraints: those are checked when the rows are moved. */
function toMake({ staged, columns, table, owner }: StagedTable): string {
  const name = staged.split(".")[1] ?? "";
  return `create unlogged table if not exists ${staged} as select ${sqlColumns(columns)} from ${sqlName(table)} with no data;
    create index if not exists ${name}_owner on ${staged} (${sqlColumns([owner])})`;
}

function tablesOf(manifest: Manifest, schema: Schema, catalog: Catalog): StagedTable[] {
  const own = new Map(archivedTables(schema).map((table) => [table.key, table]));
  const found = Object.entries(manifest.tables).filter(([key, { rows }]) => rows > 0 || own.has(key));
  refuseAll(found.flatMap(([key, { columns }]) => unknownParts(key, columns, own.has(key) ? catalog : null)));
  return found.flatMap(([key, { columns, rows }], at) => {
    const table = own.get(key);
    return table ? [{ ...table, staged: `cms_import.t${at}`, columns, rows }] : [];
  });
}

function unknownParts(key: string, columns: readonly string[], catalog: Catalog | null): string[] {
  const here = catalog?.tables.get(key);
  if (!here) return [`The table ${key} doesn't exist on this site`];
  return columns.filter((column) => !here.columns.has(column)).map((column) => `The column ${column} of ${key} doesn't exist on this site`);
}

/** @throws Refusal with these sentences, if there are any. @param advice - a sentence after them */
export function refuseAll(problems: readonly string[], advice?: string): void {
  if (problems.length === 0) return;
  const list = problems.map((problem) => `- ${problem}`);
  throw new Refusal(
    ["The export can't be imported, and nothing was changed:", ...list, ...(advice === undefined ? [] : [advice])].join("\n"),
  );
}
