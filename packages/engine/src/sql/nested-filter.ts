/** Conditions on nested references: on the table of references, or on the content if it differs from the stored row. */
import type { Several } from "./operators.ts";
import type { NestedColumn } from "../views/nested-column.ts";
import type { Field } from "../types.ts";
import { isClearedLater } from "../references/nested-references.ts";
import { inGroups, memberRow } from "./groups.ts";
import { idsIn } from "./kept-references.ts";
import { isRemovedOrTrashed } from "./removed.ts";
import { columnOf, fromClause, rowColumn } from "./source.ts";
import type { Source } from "./source.ts";
import { column, join, literal, sql, table } from "./sql.ts";
import type { Sql } from "./sql.ts";

/** `table j where …`: the references of the source's row at that path. */
function heldRows({ reference, table: of }: NestedColumn, source: Source, joined = sql``): Sql {
  const own = sql`j.source_id = ${rowColumn(source, "id")} and j.path = ${literal(reference.path)} and not j.draft`;
  return sql`${table(of)} j${joined} where ${own}`;
}

/** `table j where …`: the references at that path to one record. */
export function referring({ reference, table: of, column: own }: NestedColumn, id: Sql, joined = sql``): Sql {
  return sql`${table(of)} j${joined} where ${column("j", own)} = ${id} and j.path = ${literal(reference.path)} and not j.draft`;
}

/** `table where related`, to be continued with conditions: the readable rows of `inner` that the references of the source point to. */
export function nestedRows(
  nestedColumn: NestedColumn,
  field: Field,
  { source, inner }: { readonly source: Source; readonly inner: Source },
  readable: readonly Sql[],
): Sql {
  const { group } = nestedColumn.reference;
  const [id, held] = [rowColumn(inner, "id"), column("j", nestedColumn.column)];
  if (group) {
    const member = (of: Sql) => sql` cross join ${memberRow(source, group, of, inner, readable)}`;
    if (source.isStored) return heldRows(nestedColumn, source, member(held));
    return sql`${idsIn(columnOf(source, field), nestedColumn.reference)} i(id)${member(sql`i.id`)} where true`;
  }
  if (!source.isStored)
    return join(
      [sql`${fromClause(inner)} where ${id} in (select ${idsIn(columnOf(source, field), nestedColumn.reference)})`, ...readable],
      " and ",
    );
  return join([heldRows(nestedColumn, source, sql` join ${fromClause(inner)} on ${id} = ${held}`), ...readable], " and ");
}

/** The ids at that path as a list. */
export function nestedIds(nestedColumn: NestedColumn, field: Field, source: Source): Several {
  const sqlType = "uuid";
  const { group, trashable } = nestedColumn.reference;
  if (!source.isStored) {
    const ids = sql`array(select ${idsIn(columnOf(source, field), nestedColumn.reference)})`;
    if (group) return inGroups(group, { any: (v) => sql`${ids} && ${v}`, isNull: sql`cardinality(${ids}) = 0` });
    return { any: (v) => sql`${ids} && ${v}`, all: (v) => sql`${ids} @> ${v}`, isNull: sql`cardinality(${ids}) = 0`, sqlType };
  }
  const id = column("j", nestedColumn.column);
  const rows = heldRows(nestedColumn, source);
  const gone = isRemovedOrTrashed({ clears: isClearedLater(nestedColumn.reference), trashable, group }, id);
  const existing = gone ? sql`${rows} and not ${gone}` : rows;
  const any = (v: Sql) => sql`exists (select from ${existing} and ${id} = any(${v}))`;
  const isNull = sql`not exists (select from ${existing} and ${id} is not null)`;
  if (group) return inGroups(group, { any, isNull });
  return { any, all: (v) => sql`array(select ${id} from ${existing}) @> ${v}`, isNull, sqlType };
}
