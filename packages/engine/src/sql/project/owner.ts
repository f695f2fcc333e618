/** The creator or last editor of a record, as one json value: `{ type, id, name }`, limited to what the reader may see. */
import { rowFilterSql } from "../filter.ts";
import type { OwnerVisibility } from "../../plan/selection/owners.ts";
import type { Column } from "../../plan/selection/selected.ts";
import { columnOf, fromClause, rowColumn, sourceOf } from "../source.ts";
import type { Source } from "../source.ts";
import { allOf, column, empty, literal, name, sql, UUID_TEXT } from "../sql.ts";
import type { Sql } from "../sql.ts";

/** No field has this name, so a whole row is not confused with one of the other columns. */
const ROW = name("_row");

/** A user or an API key as it is stored: both null for nobody. */
interface StoredOwner {
  readonly id: Sql;
  /** `user` or `key`, as text. */
  readonly kind: Sql;
}

export function ownerSql({ field, visibility }: Column & { kind: "owner" }, source: Source): Sql {
  const own = field.storage.kind === "column" ? field.storage.column : "";
  const stored = { id: columnOf(source, field), kind: column(source.alias, `${own}_kind`) };
  if (!source.authored?.columns.includes(own)) return shownOwner(visibility, stored, source.depth + 1);
  const { by } = source.authored;
  if (by === null) return sql`null::json`;
  const unnamed = unnamedOwner(literal(by));
  const rows = rowsOf(visibility, stored.id, source.depth + 1)[by];
  return rows ? sql`coalesce((${rows}), ${unnamed})` : unnamed;
}

/** The owner in an earlier answer, as the reader sees them now. */
export function ownerAgain({ visibility, name: member }: Column & { kind: "owner" }, earlier: Sql): Sql {
  const stored = sql`(${earlier} -> ${literal(member)})`;
  const id = sql`case when ${stored} ->> 'id' ~ ${UUID_TEXT} then (${stored} ->> 'id')::uuid end`;
  return shownOwner(visibility, { id, kind: sql`(${stored} ->> 'type')` }, 0);
}

/** An owner that was deleted, or may not be read, has only a type. Members are in the order of jsonb, as in a repeated answer. */
export function shownOwner(visibility: OwnerVisibility, { id, kind }: StoredOwner, depth: number): Sql {
  const unnamed = unnamedOwner(kind);
  const rows = rowsOf(visibility, id, depth);
  const user = rows.user && sql`when 'user' then coalesce((${rows.user}), ${unnamed})`;
  const key = rows.key && sql`when 'key' then coalesce((${rows.key}), ${unnamed})`;
  if (!user) return sql`case when ${kind} is not null then ${unnamed} end`;
  return sql`case ${kind} ${user} ${key || sql`when 'key' then ${unnamed}`} end`;
}

function unnamedOwner(kind: Sql): Sql {
  return sql`('{"type":"' || ${kind} || '"}')::json`;
}

/** The query of each kind of owner; null for one that the reader may not see. */
function rowsOf({ users, names, keys }: OwnerVisibility, id: Sql, depth: number) {
  return { user: users && userSql({ users, names }, id, depth), key: keys ? keySql(id) : null };
}

function userSql(
  { users, names }: { readonly users: NonNullable<OwnerVisibility["users"]>; readonly names: boolean },
  id: Sql,
  depth: number,
) {
  const source = sourceOf(users.entity, depth);
  const called = names ? sql`${column(source.alias, "name")} as "name", ` : empty;
  const where = allOf([sql`${rowColumn(source, "id")} = ${id}`, ...rowFilterSql(users, source)]);
  return sql`select row_to_json(${ROW}) from (select ${rowColumn(source, "id")} as "id", ${called}'user' as "type" from ${fromClause(source)} where ${where}) ${ROW}`;
}

function keySql(id: Sql): Sql {
  return sql`select row_to_json(${ROW}) from (select k.id, k.name, 'key' as "type" from cms.api_keys k where k.id = ${id}) ${ROW}`;
}
