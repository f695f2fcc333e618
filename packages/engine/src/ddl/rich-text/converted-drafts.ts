/**
 * Drafts whose rich text changes its format: their converted data are stored in batches while the site is running, and the switch takes them
 * from there. They belong to one state of the draft's row, by the row's place and transaction: a draft that was saved since has none, and is
 * converted in the switch.
 */
import { column, literal, sql, table, type Sql } from "../../sql/sql.ts";
import type { Entity, Field, Table } from "../../types.ts";
import { eachBatch } from "../batches.ts";
import { VERSIONS } from "../catalog.ts";
import { temporaryName, type FillStep } from "../steps/online-steps.ts";

/** It exists only while a change is prepared. */
export const CONVERTED_DRAFTS: Table = { schema: "cms", name: "ahead.drafts" };

const COLUMNS = sql`(place text, id uuid, at tid not null, written xid not null, data jsonb not null, primary key (place, id))`;

export const CREATE_CONVERTED_DRAFTS: Sql = sql`create unlogged table if not exists ${table(CONVERTED_DRAFTS)} ${COLUMNS}`;

/** The converted data of a draft, with the alias `row`, as it is now; null without them. */
export function convertedDraft(place: string, row: string): Sql {
  const isOf = sql`p.id = ${column(row, "id")} and p.at = ${column(row, "ctid")} and p.written = ${column(row, "xmin")}`;
  return sql`(select p.data from ${table(CONVERTED_DRAFTS)} p where p.place = ${literal(place)} and ${isOf})`;
}

/** A condition for a draft without them; `otherwise` for one that has them. */
export function ifNotConverted(place: string, row: string, condition: Sql, otherwise: Sql): Sql {
  return sql`case when ${convertedDraft(place, row)} is null then ${condition} else ${otherwise} end`;
}

/** Stores the data of all drafts of an entity. @param valueOf - of a field's stored value; null if there is nothing to convert, or no result */
export function fillConvertedDrafts(place: string, entity: Entity, field: Field, valueOf: (stored: Sql) => Sql): FillStep {
  const own = literal(field.name);
  const value = sql`cross join lateral (select ${valueOf(sql`(b.data -> ${own})`)} as value offset 0) v`;
  const data = sql`jsonb_set(b.data, array[${own}], v.value)`;
  const rows = sql`select ${literal(place)}, b.id, b.at, b.written, ${data} from batch b ${value} where v.value is not null`;
  const same = sql`at = excluded.at, written = excluded.written, data = excluded.data`;
  return eachBatch(VERSIONS, {
    temporary: temporaryName(`drafts of ${place}`),
    columns: sql`id, data, ${column("t", "ctid")} as at, ${column("t", "xmin")} as written`,
    rows: sql`entity = ${literal(entity.name)} and pending`,
    does: sql`insert into ${table(CONVERTED_DRAFTS)} (place, id, at, written, data) ${rows} on conflict (place, id) do update set ${same}`,
  });
}
