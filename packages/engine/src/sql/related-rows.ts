/** The rows that a relation leads to, and those whose relation leads to a row. */
import type { Field, Table } from "../types.ts";
import { targetGroupOf } from "../plan/filter/nested.ts";
import type { Reference } from "../plan/filter/contract.ts";
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

/** `table where refers`, to be continued with conditions: the rows of `inner` whose reference points to the row of the source. */
export function referringRows(source: Source, reference: Reference, inner: Source, readable: (row: Source) => readonly Sql[]): Sql {
  const { field, nested } = reference;
  const group = targetGroupOf(reference);
  if (group) return referringToGroup(source, reference, group, { inner, readable });
  const id = rowColumn(source, "id");
  if (nested) {
    const own = sql` join ${fromClause(inner)} on ${rowColumn(inner, "id")} = j.source_id`;
    return join([referring(nested, id, own), ...readable(inner)], " and ");
  }
  if (field.storage.kind === "column")
    return join([sql`${fromClause(inner)} where ${storedColumn(inner, field)} = ${id}`, ...readable(inner)], " and ");
  const joined = sql`${junctionOf(field)} j join ${fromClause(inner)} on ${rowColumn(inner, "id")} = j.source_id`;
  return join([sql`${joined} where j.target_id = ${id}`, ...readable(inner)], " and ");
}

interface Referring {
  readonly inner: Source;
  readonly readable: (row: Source) => readonly Sql[];
}

/** The same for a reference to a translatable entity: rows that point to any record of the group, one for each of their own groups. */
function referringToGroup(source: Source, { field, nested }: Reference, group: Table, { inner, readable }: Referring): Sql {
  const ids = idsOf(group, rowColumn(source, "translation_group"));
  const refers = (row: Source): Sql => {
    if (nested) return sql`${rowColumn(row, "id")} in (select j.source_id from ${referring(nested, sql`any(${ids})`)})`;
    if (field.storage.kind === "column") return sql`${storedColumn(row, field)} = any(${ids})`;
    return sql`${rowColumn(row, "id")} in (select j.source_id from ${junctionOf(field)} j where j.target_id = any(${ids}))`;
  };
  const conditions = (row: Source) => [refers(row), ...readable(row)];
  const first = isFirstOfGroup(source, inner, conditions);
  return sql`${fromClause(inner)} where ${allOf([...conditions(inner), ...(first ? [first] : [])])}`;
}
