/** The function of an entity's trigger for the audit log. The names of the columns are in its text: that is much faster than rows as JSON. */
import { quotedTable } from "../../names.ts";
import { jsonConstant, jsonText, join, literal, name, sql } from "../../sql/sql.ts";
import type { Sql } from "../../sql/sql.ts";
import type { Entity } from "../../types.ts";

interface Column {
  readonly field: string;
  readonly hidden: boolean;
  readonly own: Sql;
  readonly sqlType: string;
}

/** Whether the column of an updated row has changed; of a new row, whether it has a value that is not an empty list. */
function hasChanged({ own, sqlType }: Column): Sql {
  const changed = sql`new.${own} is distinct from old.${own}`;
  const isEmpty = sqlType === "jsonb" ? sql`new.${own} = '[]'` : sql`new.${own} = '{}'`;
  return sqlType === "jsonb" || sqlType.endsWith("[]") ? sql`${changed} and not (tg_op = 'INSERT' and ${isEmpty})` : changed;
}

/** The names of the changed fields as JSON strings, separated by commas. An array, because a function takes at most 100 arguments. */
function changedNames(columns: readonly Column[]): Sql {
  const owner = sql`case when tg_op = 'UPDATE' and new.created_by is distinct from old.created_by then '"_createdBy"' end`;
  const names = columns.map((column) => sql`case when ${hasChanged(column)} then ${jsonText(column.field)} end`);
  return sql`array_to_string(array[${join([...names, owner])}]::text[], ',')`;
}

/** The values of the changed fields before and after, as a JSON object. Those of hidden fields are left out. */
function changedValues(columns: readonly Column[]): Sql {
  const values = columns
    .filter(({ hidden }) => !hidden)
    .map((column) => {
      const { field, own } = column;
      const pair = sql`jsonb_build_object('before', to_jsonb(old.${own}), 'after', to_jsonb(new.${own}))`;
      return sql`case when ${hasChanged(column)} then jsonb_build_object(${literal(field)}, ${pair}) else '{}' end`;
    });
  return values.length === 0 ? sql`null` : sql`nullif(${join(values, " || ")}, '{}')`;
}

/** What the rows of an update show. Of an entity with drafts, a row that isn't live contains the draft. */
function actionOf({ versions }: Entity): Sql {
  if (!versions) return sql`'update'`;
  const cases = [
    sql`when new.published_at is null and old.published_at is null and new.version <> old.version then 'draft'`,
    sql`when new.published_at is null and old.published_at is not null then 'unpublish'`,
    sql`when new.published_at is not null and old.published_at is null then 'publish'`,
  ];
  return sql`case ${join(cases, "\n")} else 'update' end`;
}

/** The body of the function, quoted. It contains the columns' types: a session can't run it with others. */
export function rowFunction(entity: Entity, isKeepingValues: boolean): Sql {
  const { fields } = entity;
  const columns = fields.flatMap(({ name: field, hidden, storage }) =>
    storage.kind === "column" ? [{ field, hidden, own: name(storage.column), sqlType: storage.sqlType }] : [],
  );
  const links = fields.flatMap(({ name: field, storage }) => (storage.kind === "junction" ? [[quotedTable(storage.table), field]] : []));
  const kept = isKeepingValues ? changedValues(columns) : sql`null`;
  const changed = sql`${changedNames(columns)}, ${jsonConstant(Object.fromEntries(links))}, ${kept}`;
  const isVersion = sql`new.version <> old.version or new.published_at is distinct from old.published_at`;
  const types = jsonText(columns.map(({ sqlType }) => sqlType));
  return sql`$audit$
declare
  is_logged boolean; -- ${types}
begin
  if tg_op = 'DELETE' then
    is_logged := cms.log_row('delete', ${literal(entity.name)}, old.id, null, null, true, '', null, null);
  elsif tg_op = 'INSERT' then
    is_logged := cms.log_row('create', ${literal(entity.name)}, new.id, new.created_by_kind, new.created_by, true, ${changed});
  else
    is_logged := cms.log_row(${actionOf(entity)}, ${literal(entity.name)}, new.id, new.updated_by_kind, new.updated_by, ${isVersion}, ${changed});
  end if;
  return null;
end $audit$`;
}
