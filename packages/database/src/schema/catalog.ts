import { BASE_TABLE_SUFFIX } from "@colophon/engine";
import type { Catalog, CatalogTable } from "@colophon/engine";
import pg from "pg";
import { storedShapes } from "../tables/schema-state.ts";

interface TableRow {
  readonly name: string;
  readonly columns: Record<string, string> | null;
  readonly indexes: string[] | null;
  readonly keys: Record<string, { column: string; target: string }> | null;
  readonly referrers: string[] | null;
  readonly triggers: string[] | null;
  readonly followers: Record<string, { calls: string; with: string[] }> | null;
  readonly broken: { indexes: string[] | null; keys: string[] | null } | null;
  readonly options: string[] | null;
  readonly size: number;
}

/** A table that is replaced by a view with older column names has the view's name here. */
const TABLES = `
  select n.nspname || '.' || coalesce(seen.relname, c.relname) as name,
    (select json_object_agg(a.attname, format_type(a.atttypid, a.atttypmod))::text
     from pg_attribute a where a.attrelid = (case when $2 then coalesce(seen.oid, c.oid) else c.oid end) and a.attnum > 0 and not a.attisdropped) as columns,
    (select json_agg(i.relname)::text
     from pg_index x join pg_class i on i.oid = x.indexrelid where x.indrelid = c.oid and x.indisvalid) as indexes,
    (select json_object_agg(k.conname, json_build_object(
       'column', (select a.attname from pg_attribute a where a.attrelid = c.oid and a.attnum = k.conkey[1]),
       'target', tn.nspname || '.' || t.relname))::text
     from pg_constraint k join pg_class t on t.oid = k.confrelid join pg_namespace tn on tn.oid = t.relnamespace
     where k.conrelid = c.oid and k.contype = 'f' and k.convalidated) as keys,
    (select json_agg(distinct rn.nspname || '.' || r.relname)::text
     from pg_constraint k join pg_class r on r.oid = k.conrelid join pg_namespace rn on rn.oid = r.relnamespace
     where k.confrelid = c.oid and k.contype = 'f') as referrers,
    (select json_agg(g.tgname)::text from pg_trigger g where g.tgrelid = c.oid and not g.tgisinternal) as triggers,
    (select json_object_agg(g.tgname, json_build_object('calls', g.tgfoid::regproc::text, 'with', (string_to_array(encode(g.tgargs, 'escape'), '\\000'))[1:g.tgnargs]))::text
     from pg_trigger g where g.tgrelid = c.oid and g.tgname ~ '^(ahead|refers[.]before)[.]') as followers,
    json_build_object(
      'indexes', (select json_agg(i.relname) from pg_index x join pg_class i on i.oid = x.indexrelid where x.indrelid = c.oid and not x.indisvalid),
      'keys', (select json_agg(k.conname) from pg_constraint k where k.conrelid = c.oid and k.contype = 'f' and not k.convalidated))::text as broken,
    to_json(c.reloptions)::text as options, to_json(c.reltuples)::text as size
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  left join pg_class seen on seen.relnamespace = c.relnamespace and seen.relkind = 'v' and c.relname = seen.relname || $1
  where n.nspname in ('content', 'cms') and c.relkind in ('r', 'p')
  order by 1`;

/** As many rows of 300 bytes are sorted in 20 ms. */
const LARGE = 50_000;

const TRASHED = "select distinct entity from cms.trash";

/**
 * Reads the catalog of the database: a fixed number of queries, for any number of tables.
 * @param columns - the stored ones, or those visible to statements, including older names.
 */
export async function readCatalog(client: pg.ClientBase, columns: "stored" | "seen" = "stored"): Promise<Catalog> {
  const { rows: tables } = await client.query<Record<keyof TableRow, string | null>>(TABLES, [BASE_TABLE_SUFFIX, columns === "seen"]);
  const names = tables.flatMap(({ name }) => (name?.startsWith("content.") ? [name] : []));
  const rows = await countRows(client, names);
  const trashed = tables.some(({ name }) => name === "cms.trash") ? await client.query<{ entity: string }>(TRASHED) : null;
  const { rows: extensions } = await client.query("select from pg_extension where extname = 'pg_trgm'");
  return {
    tables: new Map(tables.map((table) => [table.name ?? "", toTable(table, rows)])),
    trigram: extensions.length > 0,
    trashed: new Set(trashed?.rows.map(({ entity }) => entity)),
    shapes: tables.some(({ name }) => name === "cms.schema_state") ? await storedShapes(client) : new Map(),
  };
}

function toTable(
  { name, columns, indexes, keys, referrers, triggers, followers, broken, options, size }: Record<keyof TableRow, string | null>,
  rows: ReadonlyMap<string, number>,
): CatalogTable {
  const read = <T>(text: string | null, empty: T): T => (text === null ? empty : (JSON.parse(text) as T));
  const unfinished = read<TableRow["broken"]>(broken, null);
  return {
    columns: new Map(Object.entries(read<Record<string, string>>(columns, {}))),
    indexes: new Set(read<string[]>(indexes, [])),
    foreignKeys: new Map(Object.entries(read<Record<string, { column: string; target: string }>>(keys, {}))),
    referrers: new Set(read<string[]>(referrers, [])),
    triggers: new Set(read<string[]>(triggers, [])),
    followers: new Map(Object.entries(read<NonNullable<TableRow["followers"]>>(followers, {}))),
    broken: { indexes: new Set(unfinished?.indexes), keys: new Set(unfinished?.keys) },
    options: new Set(read<string[]>(options, [])),
    isLarge: read(size, 0) > LARGE,
    rows: rows.get(name ?? "") ?? 0,
  };
}

/** Rows of each table, counted up to two. */
async function countRows(client: pg.ClientBase, names: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (names.length === 0) return new Map();
  const counts = names.map((name) => {
    const [schema = "", ...table] = name.split(".");
    const quoted = `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(table.join("."))}`;
    return `select ${pg.escapeLiteral(name)} as name, (select count(*)::int from (select from ${quoted} limit 2) as found) as rows`;
  });
  const { rows } = await client.query<{ name: string; rows: number }>(counts.join(" union all "));
  return new Map(rows.map(({ name, rows: count }) => [name, count]));
}
