/** Errors in a body that only the database can find: rows of `field, message`, computed in the write's own statement. */
import { groupOf } from "../groups.ts";
import { exists, existsIn, isRemoved, isRemovedOrTrashed, isTrashedAlone } from "../removed.ts";
import { columnOf, linksOf } from "../source.ts";
import type { Source } from "../source.ts";
import { allOf, anyOf, empty, join, name, sql, table } from "../sql.ts";
import type { Sql } from "../sql.ts";
import type { ReadAccess } from "../../plan/access.ts";
import type { Placeholder } from "../../placeholder.ts";
import type { Entity, Field } from "../../types.ts";
import { mayRead } from "./answer.ts";
import { isAsset } from "../../permissions/built-in-rules.ts";
import { mergeStored } from "./merge/merge-members.ts";
import type { DataPlan, ReferenceGroup } from "../../plan/data.ts";
import { columnValue, linksValue } from "../values.ts";

/** The message for an id of a deleted record. */
export const MISSING = "there is no such record";

function toLike(mime: string): string {
  return mime.replace(/[\\%_]/g, "\\$&").replaceAll("*", "%");
}

/** Whether the given record is being removed or in the trash; one whose translation is not in the trash still stands for its group. */
function isLost(target: Entity): Sql | null {
  const id = sql`given.id`;
  if (!target.translatable) return isRemovedOrTrashed({ clears: target.removable, trashable: target.trash !== false, group: null }, id);
  const ways = [...(target.removable ? [isRemoved(id)] : []), ...(target.trash ? [isTrashedAlone(target.table, id)] : [])];
  return ways.length > 0 ? anyOf(ways) : null;
}

/** A JSON value of an earlier release may contain an id of a deleted record: if it is already stored, it may be sent again. */
function isMissing({ nested, target }: ReferenceGroup, stored: Sql | null): Sql {
  if (!nested || !stored) return sql`r.id is null`;
  const isNew = sql`coalesce(strpos(${stored}, given.id::text), 0) = 0`;
  const gone = isLost(target);
  return gone ? sql`(r.id is null and (${isNew} or ${gone}))` : sql`(r.id is null and ${isNew})`;
}

function referenceProblems(group: ReferenceGroup, stored: Sql | null): Sql {
  const given = sql`unnest(${group.paths}::text[], ${group.ids}::uuid[]) as given(path, id)`;
  if (group.held) return sql`select given.path, ${MISSING}::text from ${given} where ${isLost(group.target) ?? sql`false`}`;
  const isWrong: Sql[] = [isMissing(group, stored)];
  const cases: Sql[] = [sql`when r.id is null then ${MISSING}::text`];
  if (group.accept) {
    const wrong = sql`(r.id is not null and r.${name("mimeType")} ilike any (${group.accept.map(toLike)}::text[]) is not true)`;
    isWrong.push(wrong);
    cases.push(sql`when ${wrong} then ${`must be of type ${group.accept.join(", ")}`}::text`);
  }
  if (group.maxBytes !== null) isWrong.push(sql`r.size > ${group.maxBytes}::bigint`);
  const message = sql`case ${join(cases, "\n")} else ${`must be at most ${group.maxBytes ?? 0} bytes`}::text end`;
  return sql`select given.path, ${message} from ${given} left join ${table(group.target.table)} r on ${allOf([sql`r.id = given.id`, ...(group.target.translatable ? existsIn(group.target.table, "r") : exists(group.target, "r"))])} where ${join(isWrong, " or ")}`;
}

/** The current values, as text that contains their ids: they may stay. */
export interface StoredText {
  /** The row's columns; null if ids of deleted records may not stay. */
  readonly row: Sql | null;
  /** With all to-many relations. */
  readonly all: Sql;
}

/** References whose records don't exist, don't fit, or belong to a translation group that the list has already. */
export function wrongReferences(references: readonly ReferenceGroup[], stored: StoredText | null): readonly Sql[] {
  return references.flatMap((group) => [
    referenceProblems(group, stored?.row ?? null),
    ...(group.lists ? [sameGroupProblems(group, group.lists, stored?.all ?? null)] : []),
  ]);
}

/** The message for a second record of a translation group in one list. */
const SAME_GROUP = "is a translation of another record in the list";

/** Records of one group that are all stored already may stay together. */
function sameGroupProblems({ target, paths, ids }: ReferenceGroup, lists: Placeholder, stored: Sql | null): Sql {
  const given = sql`unnest(${paths}::text[], ${ids}::uuid[], ${lists}::text[]) with ordinality given(path, id, list, place)`;
  const grouped = sql`select given.path, given.id, given.list, given.place, ${groupOf(target.table, "x")} as translation_group from ${given} join ${table(target.table)} x on x.id = given.id where given.list is not null`;
  const before = sql`array_agg(id) over (partition by list, translation_group order by place rows between unbounded preceding and 1 preceding)`;
  const isNew = stored ? sql` and exists (select from unnest(before || id) e(id) where strpos(${stored}, e.id::text) = 0)` : empty;
  return sql`select path, ${SAME_GROUP}::text from (select path, id, ${before} as before from (${grouped}) grouped) together where cardinality(before) > 0${isNew}`;
}

/**
 * Immutable fields that already have a value and would change. Values derived from an asset's bytes never change, even if empty. @param
 * isWhole - the values contain everything that will be stored, including hidden members.
 */
export function immutableChanges(entity: Entity, target: Source, values: DataPlan["values"], isWhole = false): readonly Sql[] {
  const fixed = entity.fields.filter((field) => field.definition.immutable && Object.hasOwn(values, field.name));
  return fixed.map((field) => {
    const isSet = isAsset(entity) ? sql`true` : wasSet(target, field);
    return sql`select ${field.name}::text, ${"can't be changed once it is set"}::text from target where ${isSet} and ${differs(target, field, values[field.name], isWhole)}`;
  });
}

function wasSet(source: Source, field: Field): Sql {
  return field.storage.kind === "junction" ? sql`cardinality(${linksOf(source, field)}) > 0` : sql`${columnOf(source, field)} is not null`;
}

function differs(source: Source, field: Field, value: DataPlan["values"][string] | undefined, isWhole: boolean): Sql {
  if (field.storage.kind === "junction") return sql`${linksOf(source, field)} <> ${linksValue(value)}`;
  const [stored, given] = [columnOf(source, field), columnValue(field, value)];
  return sql`${stored} is distinct from ${mergeStored(field, given, stored, { isWhole })}`;
}

/** Required fields that a draft may lack: checked when an unpublished row is published. */
export function lackedByDraft(entity: Entity, next: Source, known: (field: Field) => boolean): readonly Sql[] {
  const required = entity.fields.filter((field) => field.required && !known(field));
  return required.map((field) => {
    return sql`select ${field.name}::text, ${"is required"}::text from target, next where target.published_at is null and ${isLacking(next, field)}`;
  });
}

/** Whether the row has no value of the field. */
export function isLacking(row: Source, field: Field): Sql {
  const isText = field.storage.kind === "column" && field.storage.sqlType === "text";
  return isText ? sql`coalesce(${columnOf(row, field)}, '') = ''` : sql`${wasSet(row, field)} is not true`;
}

/** A translation group in which the principal sees no record. */
export function unknownGroup(access: ReadAccess, group: Placeholder | null): readonly Sql[] {
  if (group === null) return [];
  const { entity } = access;
  const readable = mayRead(access, { entity, alias: "r", depth: 0 });
  const found = sql`select from ${table(entity.table)} r where ${allOf([sql`r.translation_group = ${group}::uuid`, ...exists(entity, "r"), readable])}`;
  return [sql`select ${"translationGroup"}::text, ${MISSING}::text where not exists (${found})`];
}

/** The CTEs of checks, and their use in the rest of the statement. */
export interface Checks {
  readonly ctes: readonly Sql[];
  /** The cases of the outcome for problems. */
  readonly cases: readonly Sql[];
  /** The problems as JSON text; null if there are none. */
  readonly details: Sql;
}

/** All problems as one CTE; none if there is nothing to check. */
export function problemsIn(problems: readonly Sql[]): Checks {
  if (problems.length === 0) return { ctes: [], cases: [], details: sql`null::text` };
  return {
    ctes: [sql`problems(field, message) as materialized (${join(problems, " union all ")})`],
    cases: [sql`when exists (select from problems) then 'invalid'`],
    details: sql`(select json_agg(json_build_object('field', field, 'message', message))::text from problems)`,
  };
}

/** Both problems. Invalid values are reported before values that are not unique. */
export function both(wrong: Checks, taken: Checks): Checks {
  const details = taken.ctes.length === 0 ? wrong.details : sql`coalesce(${wrong.details}, ${taken.details})`;
  return { ctes: [...wrong.ctes, ...taken.ctes], cases: [...wrong.cases, ...taken.cases], details };
}
