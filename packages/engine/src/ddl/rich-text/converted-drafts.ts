/**
 * Drafts whose rich text changes its format: their converted data are stored in batches while the site is running, and the switch takes them
 * from there. They belong to one state of the draft's row, by the row's place and transaction: a draft that was saved since has none, and is
 * converted in the switch. All fields of an entity are converted together, because each change of a draft gives its row another state.
 */
import { createHash } from "node:crypto";
import { column, join, literal, sql, table, type Sql } from "../../sql/sql.ts";
import type { Entity } from "../../types.ts";
import { eachBatch } from "../batches.ts";
import { systemTable, VERSIONS } from "../catalog.ts";
import type { ChangedTexts } from "../changed-texts.ts";
import { temporaryName, type FillStep } from "../steps/online-steps.ts";

/** It exists only while a change is prepared. */
export const CONVERTED_DRAFTS = systemTable("ahead.drafts");

const COLUMNS = sql`(place text, id uuid, at tid not null, written xid not null, data jsonb not null, primary key (place, id))`;

export const CREATE_CONVERTED_DRAFTS: Sql = sql`create unlogged table if not exists ${table(CONVERTED_DRAFTS)} ${COLUMNS}`;

const HASH_LENGTH = 10;

/** Under what the data are stored: for other fields, or other definitions of them, drafts are converted again. @param texts - all of the entity */
export function draftsKeyOf(texts: readonly Pick<ChangedTexts, "resultsKey">[]): string {
  const resultsKeys = texts.map(({ resultsKey }) => resultsKey).toSorted();
  const hash = createHash("sha256").update(JSON.stringify(resultsKeys)).digest("hex");
  return `drafts.${hash.slice(0, HASH_LENGTH)}`;
}

/** A field of a draft that contains rich text of another format. */
export interface DraftField {
  readonly name: string;
  /** The new value for a stored one: the same if there is nothing to convert, null if there is no result yet. */
  readonly valueOf: (stored: Sql) => Sql;
}

/** The converted data of a draft, with the alias `row`, as it is now; null without them. */
function convertedDraft(draftsKey: string, row: string): Sql {
  const isOf = sql`p.id = ${column(row, "id")} and p.at = ${column(row, "ctid")} and p.written = ${column(row, "xmin")}`;
  return sql`(select p.data from ${table(CONVERTED_DRAFTS)} p where p.place = ${literal(draftsKey)} and ${isOf})`;
}

/** A condition for a draft without them; `otherwise` for one that has them. */
export function ifNotConverted(draftsKey: string, row: string, condition: Sql, otherwise: Sql): Sql {
  return sql`case when ${convertedDraft(draftsKey, row)} is null then ${condition} else ${otherwise} end`;
}

/** Of each field of the data: its `name`, and its value as it is `stored` and from now on (`value`). */
function valuesIn(data: Sql, fields: readonly DraftField[]): Sql {
  const rows = fields.map(({ name, valueOf }) => {
    const stored = sql`(${data} -> ${literal(name)})`;
    return sql`(${literal(name)}, ${stored}, ${valueOf(stored)})`;
  });
  return sql`(values ${join(rows)} offset 0) c (name, stored, value)`;
}

/** The members of the data that change; null if there are none. */
const CHANGED = sql`jsonb_object_agg(c.name, c.value) filter (where c.value <> c.stored)`;

/** Stores the converted data of all drafts of an entity in which something is to be converted, and all of that has results. */
export function fillConvertedDrafts(draftsKey: string, entity: Entity, fields: readonly DraftField[]): FillStep {
  const results = sql`bool_and(c.stored is null or c.value is not null) as are_there`;
  const changed = sql`(select ${CHANGED} as members, ${results} from ${valuesIn(sql`b.data`, fields)}) v`;
  const rows = sql`select ${literal(draftsKey)}, b.id, b.at, b.written, b.data || v.members from batch b cross join lateral ${changed} where v.are_there and v.members is not null`;
  const same = sql`at = excluded.at, written = excluded.written, data = excluded.data`;
  return eachBatch(VERSIONS, {
    temporary: temporaryName(`drafts of ${draftsKey}`),
    columns: sql`id, data, ${column("t", "ctid")} as at, ${column("t", "xmin")} as written`,
    rows: sql`entity = ${literal(entity.name)} and pending`,
    does: sql`insert into ${table(CONVERTED_DRAFTS)} (place, id, at, written, data) ${rows} on conflict (place, id) do update set ${same}`,
  });
}

/** Gives the drafts of an entity their converted data, in the switch. A value without a result stays as it is. */
export function switchDrafts(draftsKey: string, entity: Entity, fields: readonly DraftField[]): Sql {
  const changed = sql`(select ${CHANGED} from ${valuesIn(sql`t.data`, fields)})`;
  const isAffected = ifNotConverted(draftsKey, "t", sql`${changed} is not null`, sql`true`);
  return sql`update ${table(VERSIONS)} t set data = coalesce(${convertedDraft(draftsKey, "t")}, t.data || ${changed}) where entity = ${literal(entity.name)} and pending and ${isAffected}`;
}
