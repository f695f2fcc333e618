/**
 * The first CTEs of a draft operation: `target` (the row, locked), `pending` (its separate draft, if any) and `base` (the row with the
 * draft applied). Ids whose records were deleted meanwhile are left out.
 */
import type { ReadAccess } from "../../plan/access.ts";
import type { Targets } from "../../references/reference-tables.ts";
import type { Placeholder } from "../../placeholder.ts";
import { newestColumns } from "../rows-with-drafts.ts";
import { dataByColumn, keptId, listedIds } from "../content-columns.ts";
import { keptJson } from "../kept-references.ts";
import type { Source } from "../source.ts";
import { column, join, name, sql, table, literal, type Sql } from "../sql.ts";
import type { Entity, Field } from "../../types.ts";
import { columnNameOf, fieldsIn, freshLinks, rowColumns } from "../values.ts";
import { whereId } from "./outcome.ts";

/** The column of a CTE with the ids of a to-many relation. */
export function linksColumn(field: Field): string {
  return `links_${field.name}`;
}

/** A CTE that contains its links, as a source. */
export function carryingSource(entity: Entity, alias: string, pending?: Sql): Source {
  return { entity, alias, depth: 0, links: (field) => column(alias, linksColumn(field)), ...(pending && { pending }) };
}

function baseColumn(field: Field, targets: Targets): Sql {
  const value = column("d", columnNameOf(field));
  const target = targets.get(field.name);
  if (field.references.length > 0) return sql`${keptJson(field, value, targets)} as ${name(columnNameOf(field))}`;
  return sql`${target ? keptId(value, target) : value} as ${name(columnNameOf(field))}`;
}

function baseLinks(field: Field, targets: Targets): Sql {
  const list = sql`(pending.data -> ${literal(field.name)})`;
  const stored = freshLinks(field, sql`target.id`);
  const links = sql`case when jsonb_typeof(${list}) = 'array' then ${listedIds(list, targets.get(field.name))} else ${stored} end`;
  return sql`${links} as ${name(linksColumn(field))}`;
}

/** All columns of the row, as text. */
export const ROW_TEXT = sql`(select _row::text from target _row)`;

/** The same of the row with its draft, and its to-many relations. */
export const BASE_TEXT = sql`(select _row::text from base _row)`;

/** The version that the row, or its draft, gets with a change. */
export function nextVersion(entity: Entity): Sql {
  return sql`cms.next_version(${literal(entity.name)}, target.id, target.version)`;
}

/** `target` and `pending` alone. `id` is null for a global. */
function targetCtes(entity: Entity, id: Placeholder | null, lock: Sql): readonly Sql[] {
  const row = sql`_row`; // no field's name begins with an underscore: a whole row can't be confused with a column
  return [
    sql`target as materialized (select ${row} as stored_row, ${row}.* from ${table(entity.table)} ${row} ${whereId(entity, "_row", id)} ${lock})`,
    sql`pending as materialized (select p.id as version_id, p.base_version, p.record_version, p.created_at, p.created_by, p.created_by_key, p.data from target cross join lateral cms.pending_version(${literal(entity.name)}, target.id) p)`,
  ];
}

/** All three CTEs. */
export function baseCtes({ entity, targets }: ReadAccess, id: Placeholder | null, lock: Sql = sql`for no key update`): readonly Sql[] {
  const newest = newestColumns("target", "pending");
  const columns = [
    ...rowColumns(entity).map((rowColumn) => newest[rowColumn] ?? column("target", rowColumn)),
    ...fieldsIn(entity, "column").map((field) => baseColumn(field, targets)),
    ...fieldsIn(entity, "junction").map((field) => baseLinks(field, targets)),
  ];
  const overlaid = sql`lateral jsonb_populate_record(target.stored_row, ${dataByColumn(entity, sql`pending.data`)}) d`;
  return [
    ...targetCtes(entity, id, lock),
    sql`base as materialized (select ${join(columns)} from target left join pending on true cross join ${overlaid})`,
  ];
}

/** The rows of all three, for the cases of an outcome. */
export const ACCESSED = sql`target cross join base left join pending on true`;
