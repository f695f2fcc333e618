import { literal, sql, table, textOf } from "../../sql/sql.ts";
import type { Sql } from "../../sql/sql.ts";
import { updatedAfterSwitch } from "../batches.ts";
import type { TableChange } from "../catalog.ts";
import { VERSIONS } from "../stored-content.ts";

/**
 * One value becomes a list, or a list its first value: drafts and history are converted like the tables. Otherwise a draft would show the
 * live value of this field, and store it on the next save. Drafts are converted in the switch, which blocks everybody; the many other rows
 * afterwards.
 */
export function followInVersions(entity: string, field: string, becomes: "list" | "one", place: string): TableChange {
  const value = sql`t.data -> ${literal(field)}`;
  const list = sql`case jsonb_typeof(${value}) when 'string' then jsonb_build_array(${value}) else '[]' end`;
  const [was, now]: [Sql, Sql] = becomes === "list" ? [sql`'string', 'null'`, list] : [sql`'array'`, sql`coalesce(${value} -> 0, 'null')`];
  const set = sql`data = jsonb_set(t.data, array[${literal(field)}], ${now})`;
  const [rows, where] = [sql`entity = ${literal(entity)}`, sql`jsonb_typeof(${value}) in (${was})`];
  const drafts = sql`update ${table(VERSIONS)} t set ${set} where ${rows} and pending and ${where}`;
  return { sql: textOf(drafts), lossy: null, place, afterwards: updatedAfterSwitch(VERSIONS, { rows, set, where }) };
}
