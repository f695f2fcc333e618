import { literal, sql } from "../../sql/sql.ts";
import type { Sql } from "../../sql/sql.ts";

/**
 * One value becomes a list, or a list its first value: drafts and history follow the tables, as they do a rename. Else a
 * draft would show what is live in this field, and keep that when it is saved.
 */
export function followInVersions(entity: string, field: string, becomes: "list" | "one"): Sql {
  const value = sql`data -> ${literal(field)}`;
  const list = sql`case jsonb_typeof(${value}) when 'string' then jsonb_build_array(${value}) else '[]' end`;
  const [was, now]: [Sql, Sql] = becomes === "list" ? [sql`'string', 'null'`, list] : [sql`'array'`, sql`coalesce(${value} -> 0, 'null')`];
  const data = sql`jsonb_set(data, array[${literal(field)}], ${now})`;
  return sql`update cms.versions set data = ${data} where entity = ${literal(entity)} and jsonb_typeof(${value}) in (${was})`;
}
