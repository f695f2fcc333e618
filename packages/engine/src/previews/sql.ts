/** The rows of an entity with the draft of one row, for a preview: with the row filters of the link's creator. */
import { placeholder } from "../placeholder.ts";
import type { RowFilter } from "../plan/filter/contract.ts";
import type { DraftRowFilter } from "../plan/rows-with-drafts.ts";
import type { Preview } from "./plan.ts";
import type { Field } from "../types.ts";
import { draftConditions, draftSourceOf, isDraftAllowed, PENDING, ROW } from "../sql/rows-with-drafts.ts";
import { linksIn } from "../sql/content-columns.ts";
import { rowFilterSql } from "../sql/filter.ts";
import { fromClause, rowColumn, type Source } from "../sql/source.ts";
import { allOf, column, join, name, param, sql, table, type Sql } from "../sql/sql.ts";
import { columnNameOf, columnsOf, fieldsIn } from "../sql/values.ts";

const PREVIEWED = param(placeholder("previewId"));

/** All rows that may be read: the row filters are applied inside. */
export function previewedSource(rowFilter: RowFilter, preview: Preview, depth: number): Source {
  const { entity } = rowFilter;
  const queries = [othersOf(rowFilter, depth), ...(preview.draft ? [draftOf(rowFilter, preview, preview.draft, depth)] : [])];
  const source: Source = { entity, alias: `t${depth}`, depth, rows: sql`(${join(queries, " union all ")})` };
  return { ...source, links: (field) => linksOf(source, field, preview) };
}

/** The other rows, as the reader sees them without the preview. */
function othersOf(rowFilter: RowFilter, depth: number): Sql {
  const { entity } = rowFilter;
  const stored: Source = { entity, alias: ROW, depth };
  const columns = columnsOf(entity).map((of) => column(ROW, of));
  const where = allOf([sql`${rowColumn(stored, "id")} <> ${PREVIEWED}::uuid`, ...rowFilterSql(rowFilter, stored)]);
  return sql`select ${join([...columns, sql`null::jsonb as ${name(PENDING)}`])} from ${table(entity.table)} ${name(ROW)} where ${where}`;
}

function draftOf({ entity }: RowFilter, { unseen }: Preview, draft: DraftRowFilter, depth: number): Sql {
  const source = draftSourceOf(entity, draft, depth);
  const unseenFields = fieldsIn(entity, "column").filter((field) => unseen.has(field.name));
  const hidden = new Set(unseenFields.map(columnNameOf));
  const columns = columnsOf(entity).map((of) => (hidden.has(of) ? sql`null` : column(source.alias, of)));
  const allowed = isDraftAllowed(draft, source);
  const isPreviewed = sql`${rowColumn(source, "id")} = ${PREVIEWED}::uuid`;
  const where = allOf([isPreviewed, ...draftConditions(draft, source), ...(allowed ? [allowed] : [])]);
  return sql`select ${join([...columns, column(source.alias, PENDING)])} from ${fromClause(source)} where ${where}`;
}

/** The ids of a to-many relation: those of the draft, or none if the creator may not read the field. */
function linksOf(source: Source, field: Field, { draft, unseen }: Preview): Sql {
  const links = linksIn(column(source.alias, PENDING), source, field, draft?.targets.get(field.name));
  if (!unseen.has(field.name)) return links;
  return sql`case when ${rowColumn(source, "id")} = ${PREVIEWED}::uuid then '{}'::uuid[] else ${links} end`;
}
