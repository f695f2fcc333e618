/** The unparsed content of a draft, and its record, for validation and publication. */
import type { WriteAccess } from "../../plan/access.ts";
import type { DraftContentPlan, DraftTargetPlan } from "../plan.ts";
import type { Field, Table } from "../../types.ts";
import type { Statement } from "../../statements.ts";
import { keptJson, presentValue } from "../../sql/kept-references.ts";
import { existsIn } from "../../sql/removed.ts";
import { allOf, empty, join, literal, prepare, sql, table, UUID_TEXT, type Sql } from "../../sql/sql.ts";
import { outcome } from "../../sql/write/outcome.ts";
import { targetSource } from "../../sql/write/sources.ts";
import { contentJson } from "../../sql/values.ts";
import { wholeText } from "../../sql/write/answer.ts";
import { accessCases } from "./access.ts";
import { ACCESSED, baseCtes } from "../../sql/write/drafted-row.ts";

/** The field's value in the draft as an object with it; empty if the draft has none. */
function pendingValue(field: Field, of: (stored: Sql) => Sql): Sql {
  const value = of(sql`(pending.data -> ${literal(field.name)})`);
  return sql`case when pending.data ? ${literal(field.name)} then jsonb_build_object(${literal(field.name)}, ${value}) else '{}' end`;
}

/** The stored value of a relation without ids of deleted records; invalid ids are kept, so that the error can name them. */
function existingIds({ storage }: Field, target: Table, stored: Sql): Sql {
  const rows = table(target);
  const stands = (id: Sql) =>
    sql`case when ${id} ~ ${UUID_TEXT} then exists (select from ${rows} x where ${allOf([sql`x.id = (${id})::uuid`, ...existsIn(target, "x")])}) else true end`;
  const kept = sql`select l.value from jsonb_array_elements(${stored}) with ordinality l(value, place) where ${stands(sql`(l.value #>> '{}')`)} order by l.place`;
  const list = sql`case when jsonb_typeof(${stored}) = 'array' then to_jsonb(array(${kept})) else ${stored} end`;
  return storage.kind === "junction" ? list : sql`case when ${stands(sql`(${stored} #>> '{}')`)} then ${stored} end`;
}

/** The pending content as it was stored, applied to the row. Documents lose the ids of deleted records: their authors can't know of them. */
function newestContent({ entity, targets }: WriteAccess): Sql {
  const relations = entity.fields.flatMap((field) => {
    const target = targets.get(field.name);
    if (target) return [pendingValue(field, (stored) => existingIds(field, target, presentValue(field, stored)))];
    if (field.references.length > 0 && field.type === "richtext")
      return [pendingValue(field, (stored) => keptJson(field, stored, targets))];
    return field.references.some(({ group }) => group) ? [pendingValue(field, (stored) => presentValue(field, stored))] : [];
  });
  const pending = [sql`pending.data`, ...relations].reduce((all, relation) => sql`${all} || ${relation}`);
  return sql`(${contentJson(targetSource(entity))} || coalesce(${pending}, '{}'))`;
}

/** Returns a `DraftContentRow`, or none if there is no such record. */
export function draftContentStatement({ access, id, expectedVersion, hooked }: DraftContentPlan): Statement {
  const cases = outcome(accessCases(access, expectedVersion));
  const columns = sql`${cases} as outcome, pending.version_id as "draftId", target.published_at is not null as "isLive", target.version, (${newestContent(access)})::text as content`;
  const record = hooked ? sql`, ${wholeText(access, targetSource(access.entity), "row")} as record` : empty;
  return prepare(sql`with ${join(baseCtes(access, id, empty))} select ${columns}${record} from ${ACCESSED}`);
}

/** Returns a `DraftTargetRow`, or none if there is no such record. */
export function draftTargetStatement({ access, id, expectedVersion }: DraftTargetPlan): Statement {
  const cases = outcome(accessCases(access, expectedVersion));
  return prepare(sql`with ${join(baseCtes(access, id, empty))} select ${cases} as outcome, target.id from ${ACCESSED}`);
}
