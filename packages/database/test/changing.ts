/** A database whose tables are changed, observed statement by statement. */
import { validateConfig } from "@colophon/config";
import type { EntityDefinition, FieldDefinition } from "@colophon/config";
import { compileSchema, tableChanges } from "@colophon/engine";
import type { Schema } from "@colophon/engine";
import type pg from "pg";
import { TEST_LIMITS } from "../../../tests/support/database/test-limits.ts";
import { applySchema, createDatabase, migrate, newId } from "../src/index.ts";
import type { ApplyOptions, ConvertText, Database } from "../src/index.ts";
import { backendOf } from "../src/connections/pg-internals.ts";

const NAME: FieldDefinition = { name: "name", type: "text" };
const PUBLISHER: EntityDefinition = { name: "publisher", fields: [NAME] };
const narrow: EntityDefinition = { name: "author", fields: [NAME, { name: "rank", type: "number", integer: true, index: true }] };
const wide: EntityDefinition = {
  name: "author",
  fields: [
    { ...NAME, searchable: true, index: true },
    { name: "rank", type: "text", index: true },
    { name: "mood", type: "text", default: "calm", searchable: true },
    { name: "friend", type: "relation", to: "publisher" },
  ],
};

export function schemaOf(...entities: EntityDefinition[]): Schema {
  const checked = validateConfig({ entities, roles: [{ name: "admin", isAdmin: true }] });
  if (!checked.ok) throw new Error(JSON.stringify(checked.problems));
  return compileSchema(checked.config);
}

/**
 * From `NARROW` to `WIDE`: a field becomes searchable and sortable, one gets another type, and a searchable field with a default and a
 * relation are added.
 */
export const NARROW = schemaOf(narrow, PUBLISHER);
export const WIDE = schemaOf(wide, PUBLISHER);

/** Each line of Markdown becomes a paragraph, or the card of the publisher that it refers to. */
function documentOf(markdown: unknown): readonly object[] {
  return String(markdown)
    .split("\n")
    .map((text) => {
      const id = /record:publisher\/([^)]*)/.exec(text)?.[1];
      if (id !== undefined) return { _type: "record", attrs: { entity: "publisher", id } };
      return { _type: "paragraph", content: [{ type: "text", text }] };
    });
}

/** A text, or a list of texts. */
const convertText: ConvertText = (_, stored) => ({ value: Array.isArray(stored) ? stored.map(documentOf) : documentOf(stored), lost: [] });

export const apply = (database: Database, schema: Schema, options: Partial<ApplyOptions> = {}) =>
  applySchema(database, schema, { tableChanges, convertText, adminEmail: "boss@example.org", ...options });

const PUBLISHERS = 500;

/** The tables of a configuration, with this many authors. */
export async function fillTables(database: Database, schema: Schema, rows: number): Promise<void> {
  await migrate(database.pool);
  await apply(database, schema);
  for (const [table, count] of [
    ["author", rows],
    ["publisher", Math.min(rows, PUBLISHERS)],
  ] as const)
    await database.pool.query(
      `insert into content.${table} (id, created_at, updated_at, name) select gen_random_uuid(), now(), now(), 'Name ' || n from generate_series(1, $1) n`,
      [count],
    );
}

/** Writes like a replica that knows only `NARROW`. @returns the id */
export async function writeAuthor(database: Database, name: string): Promise<string> {
  const id = newId();
  await database.pool.query("insert into content.author (id, created_at, updated_at, name) values ($1, now(), now(), $2)", [id, name]);
  return id;
}

/** Gives all authors a rank, which is a number in `NARROW`. */
export async function rankAuthors(database: Database): Promise<void> {
  await database.pool.query("update content.author set rank = substr(name, 6)::int");
}

/** Each author that a search for the letter `a` finds: the name, the mood and the rank. */
export async function foundAuthors(database: Database): Promise<readonly string[]> {
  const { rows } = await database.pool.query(
    `select concat_ws(': ', name, mood, rank) as found from content.author where cms.search_grams(array[name, mood]) @@ cms.search_grams_query('a') order by 1`,
  );
  return rows.map(({ found }) => found);
}

/** The catalog's data about the product's tables, without what differs between two builds. */
export async function catalogOf(database: Database): Promise<unknown> {
  return (await database.pool.query(CATALOG)).rows;
}

/** A statement that is about to be sent; `ask` sends another one before it, on the same connection. */
export type Statement = {
  readonly text: string;
  readonly pid: number;
  readonly ask: <R>(text: string) => Promise<readonly R[]>;
};

/** A database whose connections report each statement before it is sent. */
export function watching(url: string, before: (statement: Statement) => Promise<void>): Database {
  return watched(createDatabase({ url, ...TEST_LIMITS }), before);
}

/** The same database; the connections that are taken from its pool report each statement before it is sent. */
export function watched(database: Database, before: (statement: Statement) => Promise<void>): Database {
  const connect = database.pool.connect.bind(database.pool) as () => Promise<pg.PoolClient>;
  const seen = new WeakSet<pg.PoolClient>();
  const connectWatched = async (): Promise<pg.PoolClient> => {
    const client = await connect();
    if (seen.has(client)) return client;
    seen.add(client);
    const send = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>;
    const pid = backendOf(client);
    const ask = async <R>(text: string) => ((await send(text)) as { rows: readonly R[] }).rows;
    const query = async (...[query, ...rest]: unknown[]): Promise<unknown> => {
      await before({ text: typeof query === "string" ? query : (query as pg.QueryConfig).text, pid, ask });
      return send(query, ...rest);
    };
    return Object.assign(client, { query });
  };
  const pool = Object.create(database.pool, { connect: { value: connectWatched } }) as pg.Pool;
  return { ...database, pool };
}

const OURS = "c.relkind = 'r' and (n.nspname = 'content' or c.relname ~ '^(search|ahead)[.]')";
const FROM = "join pg_namespace n on n.oid = c.relnamespace";
const CATALOG = `
  select 'column' as kind, c.relname as of, a.attname as name,
      concat_ws(' ', format_type(a.atttypid, a.atttypmod), a.attnotnull, pg_get_expr(d.adbin, d.adrelid)) as definition
    from pg_attribute a join pg_class c on c.oid = a.attrelid ${FROM} left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    where a.attnum > 0 and not a.attisdropped and ${OURS}
  union all select 'index', c.relname, '', pg_get_indexdef(x.indexrelid) || x.indisvalid
    from pg_index x join pg_class c on c.oid = x.indrelid ${FROM} where ${OURS}
  union all select 'constraint', c.relname, k.conname, pg_get_constraintdef(k.oid) || k.convalidated
    from pg_constraint k join pg_class c on c.oid = k.conrelid ${FROM} where ${OURS} and k.contype <> 'n'
  union all select 'trigger', c.relname, g.tgname, pg_get_triggerdef(g.oid)
    from pg_trigger g join pg_class c on c.oid = g.tgrelid ${FROM} where not g.tgisinternal and ${OURS}
  union all select 'function', '', p.proname, p.prosrc from pg_proc p where p.proname ~ '^(search|ahead)[.]'
  order by 1, 2, 3, 4`;
