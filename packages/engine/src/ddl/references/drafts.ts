/** References of pending drafts whose values are still to be converted: they are copied from the converted values, in advance. */
import { join, literal, sql, table, type Sql } from "../../sql/sql.ts";
import { eachBatch } from "../batches.ts";
import { temporaryName, type FillStep } from "../steps/online-steps.ts";
import { VERSIONS } from "../catalog.ts";
import { COPIED_DRAFT } from "../functions/reference-functions.ts";
import type { Replaced, StoredReferences } from "./names.ts";

/** The fields of drafts that are converted, by their names in the drafts. */
function replacedFields({ columns }: StoredReferences): ReadonlyMap<string, Replaced> {
  const found = columns.flatMap(({ references }) => references);
  return new Map(found.flatMap(({ field, replaced }) => (replaced ? [[field.name, replaced] as const] : [])));
}

function convertedMember(field: string, { from, valueOf }: Replaced): Sql {
  const stored = sql`data -> ${literal(field)}`;
  const value = valueOf(from === "jsonb" ? sql`(${stored})` : sql`(data ->> ${literal(field)})`);
  return sql`${literal(field)}, coalesce(to_jsonb(${value}), ${stored})`;
}

/** None without such drafts. A draft that is written meanwhile loses its references, which the switch then copies. */
export function fillDrafts(stored: StoredReferences): readonly FillStep[] {
  const { entity, table: of } = stored;
  const replaced = [...replacedFields(stored)];
  if (entity.versions === false || replaced.length === 0) return [];
  const members = join(replaced.map(([field, replacedField]) => convertedMember(field, replacedField)));
  const keep = sql`${table(of)}(record_id, true, data || jsonb_build_object(${members}), null)`;
  const path = literal(COPIED_DRAFT);
  const hasRow = sql`exists (select from ${table(of)} r where r.source_id = b.record_id and r.draft and r.path = ${path})`;
  const isThere = sql`exists (select from ${table(entity.table)} r where r.id = t.record_id)`;
  return [
    eachBatch(VERSIONS, {
      temporary: temporaryName(`drafts of ${of.name}`),
      columns: sql`id, record_id, data`,
      rows: sql`entity = ${literal(entity.name)} and pending and ${isThere}`,
      does: sql`insert into ${table(of)} (source_id, path, draft) select record_id, ${path}, true from batch b where (${keep})::text is not null and not ${hasRow}`,
    }),
  ];
}
