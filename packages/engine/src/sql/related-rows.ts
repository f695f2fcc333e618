/** The rows that a relation leads to, and those whose relation leads to a row. */
import type { Field, Table } from "../types.ts";
import { targetGroupOf } from "../plan/filter/nested.ts";
import type { Reference } from "../views/nested-column.ts";
import { referring } from "./nested-filter.ts";
import { idsOf, isFirstOfGroup, memberRow } from "./groups.ts";
import { fromClause, junctionOf, linksOf, rowColumn, storedColumn } from "./source.ts";
import type { Source } from "./source.ts";
import { allOf, join, sql } from "./sql.ts";
import type { Sql } from "./sql.ts";

/**
 * `table where related`, to be continued with conditions: the rows of `inner` that a relation of the source points to. `readable` are the
 * conditions for those that may be read.
 */
export function relatedRows(source: Source, field: Field, inner: Source, readable: readonly Sql[]): Sql {
  if (field.group) return groupedRows(source, field, field.group, { inner, readable });
  const id = rowColumn(inner, "id");
  const where = (rows: Sql, condition: Sql) => join([sql`${rows} where ${condition}`, ...readable], " and ");
  if (field.storage.kind === "column") return where(fromClause(inner), sql`${id} = ${storedColumn(source, field)}`);
  if (source.links) return where(fromClause(inner), sql`${id} = any(${linksOf(source, field)})`);
  const joined = sql`${junctionOf(field)} j join ${fromClause(inner)} on ${id} = j.target_id`;
  return where(joined, sql`j.source_id = ${rowColumn(source, "id")}`);
}

interface Readable {
  readonly inner: Source;
  readonly readable: readonly Sql[];
}

/** The same for a relation to a translatable entity; the rows of a to-many relation have their position as `j.position`. */
function groupedRows(source: Source, field: Field, group: Table, { inner, readable }: Readable): Sql {
  const member = (id: Sql) => memberRow(source, group, id, inner, readable);
  if (field.storage.kind === "column") return sql`${member(storedColumn(source, field))} where true`;
  if (source.links)
    return sql`unnest(${linksOf(source, field)}) with ordinality j(target_id, position) cross join ${member(sql`j.target_id`)} where true`;
  return sql`${junctionOf(field)} j cross join ${member(sql`j.target_id`)} where j.source_id = ${rowColumn(source, "id")}`;
}

/**
 * `table where refers`, to be continued with conditions: the rows of `inner` whose reference points to the row of the source, or to any
 * record of its translation group; of rows that are translations of each other, one.
 */
export function referringRows(source: Source, reference: Reference, inner: Source, readable: (row: Source) => readonly Sql[]): Sql {
  const group = targetGroupOf(reference);
  const target = group ? sql`any(${idsOf(group, rowColumn(source, "translation_group"))})` : rowColumn(source, "id");
  const conditions = (row: Source) => [refers(row, reference, target), ...readable(row)];
  const isFirst = isFirstOfGroup(source, inner, conditions);
  if (group || isFirst) return sql`${fromClause(inner)} where ${allOf([...conditions(inner), ...(isFirst ? [isFirst] : [])])}`;
  return join([joined(inner, reference, target), ...readable(inner)], " and ");
}

/** Whether the reference of a row points to the target, as a condition on the row. */
function refers(row: Source, { field, nested }: Reference, target: Sql): Sql {
  if (nested) return sql`${rowColumn(row, "id")} in (select j.source_id from ${referring(nested, target)})`;
  if (field.storage.kind === "column") return sql`${storedColumn(row, field)} = ${target}`;
  return sql`${rowColumn(row, "id")} in (select j.source_id from ${junctionOf(field)} j where j.target_id = ${target})`;
}

/** The same rows as a join from the references. */
function joined(inner: Source, { field, nested }: Reference, target: Sql): Sql {
  if (field.storage.kind === "column" && !nested) return sql`${fromClause(inner)} where ${storedColumn(inner, field)} = ${target}`;
  const rows = sql` join ${fromClause(inner)} on ${rowColumn(inner, "id")} = j.source_id`;
  return nested ? referring(nested, target, rows) : sql`${junctionOf(field)} j${rows} where j.target_id = ${target}`;
}
