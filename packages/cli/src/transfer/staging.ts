import type { Catalog, Schema } from "@colophon/engine";
import type pg from "pg";
import { Refusal } from "../failures.ts";
import { misfits, type Manifest } from "./manifest.ts";
import { sqlColumns, sqlName, travellingTables, type TravellingTable } from "./tables.ts";

/** A travelling table beside the one in which its rows wait. */
export interface StagedTable extends TravellingTable {
  /** The waiting rows' table, in SQL. */
  readonly staged: string;
  readonly columns: readonly string[];
  readonly rows: number;
}

export type Staging = Awaited<ReturnType<typeof openStaging>>;

interface StagingOptions {
  readonly manifest: Manifest;
  readonly schema: Schema;
  readonly catalog: Catalog;
  /** Whether a transaction around it all is open already, to be undone. */
  readonly isDry: boolean;
}

/**
 * Where the rows of an archive wait until all are there: tables without a log in the schema `cms_import`. What waits of
 * the same archive from an earlier try is kept, entry by entry; what waits of another one is thrown away.
 * @throws Refusal when the archive does not fit the configuration
 */
export async function openStaging(client: pg.ClientBase, { manifest, schema, catalog, isDry }: StagingOptions) {
  refuseAll(misfits(manifest, schema));
  const tables = tablesOf(manifest, schema, catalog);
  await client.query(MAKE);
  const other = await client.query("select from cms_import.entries where archive <> $1 limit 1", [manifest.id]);
  if (other.rows.length > 0) await client.query(`drop schema cms_import cascade; ${MAKE}`);
  for (const table of tables) await client.query(toMake(table));
  const done = await client.query<{ entry: string }>("select entry from cms_import.entries");
  const known = new Set(done.rows.map(({ entry }) => entry));

  return {
    tables,

    /** Puts the lines of an entry by, unless that was done before. @returns how many rows the entry has */
    async add(entry: string, content: string): Promise<number> {
      const table = tables.find(({ key }) => entry.startsWith(`rows/${key}/`));
      if (!table) throw new Refusal(`The export holds ${entry}, which has no place here.`);
      const lines = content.split("\n").filter((line) => line !== "");
      if (known.has(entry)) return lines.length;
      const columns = sqlColumns(table.columns);
      if (!isDry) await client.query("begin");
      await client.query(
        `insert into ${table.staged} (${columns}) select ${columns} from json_populate_recordset(null::${table.staged}, $1::json)`,
        [`[${lines.join(",")}]`],
      );
      await client.query("insert into cms_import.entries (archive, entry) values ($1, $2)", [manifest.id, entry]);
      if (!isDry) await client.query("commit");
      return lines.length;
    },

    /** @throws Refusal unless every row that the manifest names is there */
    async requireAll(): Promise<void> {
      for (const { key, staged, rows } of tables) {
        const found = await client.query<{ count: number }>(`select count(*)::float8 as count from ${staged}`);
        if (found.rows[0]?.count !== rows) throw new Refusal(`The export is not whole: rows of ${key} are missing.`);
        await client.query(`analyze ${staged}`);
      }
    },

    /** Takes the waiting rows away. */
    async clear(): Promise<void> {
      await client.query("drop schema if exists cms_import cascade");
    },
  };
}

const MAKE = `create schema if not exists cms_import;
create table if not exists cms_import.entries (archive uuid not null, entry text primary key)`;

/** Only the columns that the archive has, without their rules: those are asked when the rows move on. */
function toMake({ staged, columns, table, owner }: StagedTable): string {
  const name = staged.split(".")[1] ?? "";
  return `create unlogged table if not exists ${staged} as select ${sqlColumns(columns)} from ${sqlName(table)} with no data;
    create index if not exists ${name}_owner on ${staged} (${sqlColumns([owner])})`;
}

function tablesOf(manifest: Manifest, schema: Schema, catalog: Catalog): StagedTable[] {
  const own = new Map(travellingTables(schema).map((table) => [table.key, table]));
  const found = Object.entries(manifest.tables).filter(([key, { rows }]) => rows > 0 || own.has(key));
  refuseAll(found.flatMap(([key, { columns }]) => unknownParts(key, columns, own.has(key) ? catalog : null)));
  return found.flatMap(([key, { columns, rows }], at) => {
    const table = own.get(key);
    return table ? [{ ...table, staged: `cms_import.t${at}`, columns, rows }] : [];
  });
}

function unknownParts(key: string, columns: readonly string[], catalog: Catalog | null): string[] {
  const here = catalog?.tables.get(key);
  if (!here) return [`The table ${key} has no place here`];
  return columns.filter((column) => !here.columns.has(column)).map((column) => `The column ${column} of ${key} has no place here`);
}

/** @throws Refusal with these sentences, if there are any */
export function refuseAll(problems: readonly string[]): void {
  if (problems.length === 0) return;
  throw new Refusal(["The export can't be taken in, and nothing was changed:", ...problems.map((one) => `- ${one}`)].join("\n"));
}
