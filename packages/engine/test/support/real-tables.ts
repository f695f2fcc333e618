import { randomUUID } from "node:crypto";
import type { Client } from "pg";
import type { PostgresOptions } from "../../../../tests/support/servers/postgres.ts";
import type { Catalog, CatalogTable } from "../../src/ddl/catalog.ts";
import { tableChanges } from "../../src/table-changes.ts";
import type { TableChange } from "../../src/ddl/steps/change.ts";
import type { Principal, Plan, Schema, Statement } from "../../src/index.ts";
import { bound } from "./bound.ts";
import { openSystem } from "./system-tables.ts";

const FIRST_ID = "00000000-0000-0000-0000-000000000000";

/** A separate database for a test, with the system tables. */
export async function openTables(options: PostgresOptions = {}) {
  let system = await openSystem(options);
  return {
    get client(): Client {
      return system.client;
    },
    /** Continues with another database, which has empty system tables and nothing else. */
    async reset(): Promise<void> {
      await system.close();
      system = await openSystem(options);
    },
    /** One more connection, for races. */
    connect: (): Promise<Client> => system.connect(),
    catalog: () => readCatalog(system.client),
    /** The steps that remain, without the functions. */
    async plan(schema: Schema): Promise<TableChange[]> {
      return tableChanges(schema, await readCatalog(system.client)).filter(({ configPath }) => configPath !== "cms");
    },
    /** Changes the tables to the schema and returns the steps, without the functions. */
    async apply(schema: Schema): Promise<TableChange[]> {
      const { client } = system;
      const changes = tableChanges(schema, await readCatalog(client));
      for (const { sql } of changes) await client.query(sql);
      for (const { afterwards } of changes) if (afterwards !== undefined) await client.query(afterwards, [FIRST_ID]);
      return changes.filter(({ configPath }) => configPath !== "cms");
    },
    /** Adds a row to an entity's table, made just now. @returns its id */
    async insert(entityTable: string, values: Record<string, unknown> = {}): Promise<string> {
      const row = { id: randomUUID() as string, created_at: new Date(), updated_at: new Date(), ...values };
      const columns = Object.keys(row).map((column) => `"${column}"`);
      const places = columns.map((_, at) => `$${at + 1}`);
      await system.client.query(`insert into content."${entityTable}" (${columns.join()}) values (${places.join()})`, Object.values(row));
      return row.id;
    },
    close: (): Promise<void> => system.close(),
  };
}

export type TestTables = Awaited<ReturnType<typeof openTables>>;

/** The tables of a schema, with rows. */
export async function openFilled(schema: Schema, fill: (tables: TestTables) => Promise<unknown>): Promise<TestTables> {
  const tables = await openTables();
  await tables.apply(schema);
  await fill(tables);
  return tables;
}

const turns = new WeakMap<Client, Promise<unknown>>();

/** Runs a plan or a statement as the content service would, once the one before it on this connection is done. */
export async function run<Row>(client: Client, statement: Plan | Statement, principal: Principal, now = new Date()): Promise<Row[]> {
  const { name, text, values } = bound(statement, { principal, now });
  const query = { name, text, values };
  const turn = Promise.allSettled([turns.get(client)]).then(() => client.query(query));
  turns.set(client, turn);
  const { rows } = await turn;
  return rows as Row[];
}

/** The contents of schema `content`, and the tables of searched words. */
async function readCatalog(client: Client): Promise<Catalog> {
  const tables = await client.query<{ oid: string; place: string; name: string }>(
    `select c.oid::text, n.nspname as place, c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and (n.nspname = 'content' or n.nspname = 'cms' and c.relname like 'search.%')`,
  );
  const entries: [string, CatalogTable][] = [];
  for (const { oid, place, name } of tables.rows) entries.push([`${place}.${name}`, await readTable(client, oid, `${place}"."${name}`)]);
  const extension = await client.query("select from pg_extension where extname = 'pg_trgm'");
  return { tables: new Map(entries), trigram: extension.rowCount === 1 };
}

async function readTable(client: Client, oid: string, name: string): Promise<CatalogTable> {
  const list = async <Row extends object>(text: string) => (await client.query<Row>(text, [oid])).rows;
  const columns = await list<{ name: string; type: string }>(
    "select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute where attrelid = $1 and attnum > 0 and not attisdropped",
  );
  const indexes = await list<{ name: string }>(
    "select c.relname as name from pg_index i join pg_class c on c.oid = indexrelid where indrelid = $1",
  );
  const keys = await list<{ name: string; column: string; target: string }>(
    `select conname as name, a.attname as column, n.nspname || '.' || t.relname as target
     from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
     join pg_class t on t.oid = c.confrelid join pg_namespace n on n.oid = t.relnamespace
     where c.conrelid = $1 and c.contype = 'f'`,
  );
  const triggers = await list<{ name: string }>("select tgname as name from pg_trigger where tgrelid = $1 and not tgisinternal");
  const options = await list<{ option: string }>("select unnest(reloptions) as option from pg_class where oid = $1");
  const rows = await client.query(`select from "${name}" limit 2`);
  return {
    columns: new Map(columns.map((column) => [column.name, column.type])),
    indexes: new Set(indexes.map((index) => index.name)),
    foreignKeys: new Map(keys.map(({ name: key, column, target }) => [key, { column, target }])),
    triggers: new Set(triggers.map((trigger) => trigger.name)),
    options: new Set(options.map(({ option }) => option)),
    rows: rows.rowCount ?? 0,
  };
}
