/** The CTEs of a write as sources, so that filters and projections read the rows that are being written. */
import { storedLinks } from "../source.ts";
import type { Source } from "../source.ts";
import { column, sql } from "../sql.ts";
import type { Entity, Field } from "../../types.ts";
import type { DataPlan } from "../../plan/data.ts";
import { freshLinks, linksValue } from "../values.ts";

/** The current row, locked. */
export function targetSource(entity: Entity): Source {
  return { entity, alias: "target", depth: 0 };
}

/**
 * A row with the links of the body; for the other relations the stored links. For a version they are read again, because the statement's
 * snapshot of the junction is older than the lock on the row.
 */
export function changedSource(entity: Entity, alias: "next" | "written", values: DataPlan["values"]): Source {
  const row = { entity, alias, depth: 0 };
  const stored = (field: Field) => (entity.versions ? freshLinks(field, column(alias, "id")) : storedLinks(row, field));
  return { ...row, links: (field) => (Object.hasOwn(values, field.name) ? linksValue(values[field.name]) : stored(field)) };
}

/** A new row: relations that are not in the body have no links. */
export function newSource(entity: Entity, alias: "next" | "written", values: DataPlan["values"]): Source {
  const links: Source["links"] = (field) => (Object.hasOwn(values, field.name) ? linksValue(values[field.name]) : sql`'{}'::uuid[]`);
  return { entity, alias, depth: 0, links, pending: sql`false` };
}

/** Whether the locked row is live. */
export const IS_LIVE = sql`target.published_at is not null`;
