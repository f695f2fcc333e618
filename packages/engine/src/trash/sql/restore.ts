/** Restores a record from the trash as one statement. */
import type { RestoreTrashedPlan } from "../plan.ts";
import type { Entity } from "../../types.ts";
import type { Statement } from "../../statements.ts";
import { linksColumn } from "../../sql/write/drafted-row.ts";
import { dataByColumn } from "../../sql/content-columns.ts";
import { idsIn } from "../../sql/kept-references.ts";
import type { Source } from "../../sql/source.ts";
import { column, join, literal, name, param, prepare, sql, table, type Sql } from "../../sql/sql.ts";
import { mayRead, seenText } from "../../sql/write/answer.ts";
import { writeOutcome } from "../../sql/write/outcome.ts";
import { both, isLacking, MISSING, problemsIn } from "../../sql/write/problems.ts";
import { ruleValue, scopeOf } from "../../sql/unique-values.ts";
import { takenValues } from "../../sql/write/taken.ts";
import { columnNameOf, fieldsIn, junctionTable, quotedName } from "../../sql/values.ts";
import { uniqueRules } from "../../unique-rules.ts";
import { requiredInside, requiredReferences } from "../freed-fields.ts";
import { wasHeld } from "./held.ts";
import { HELD, isHeldList, restoredSource, trashCases, trashedCtes } from "./target.ts";

const WAS_LIVE = sql`target._published_at is not null`;

/** Required references whose record was deleted. A draft may lack them. */
function lostReferences(entity: Entity): readonly Sql[] {
  const next = restoredSource(entity);
  const lost = (path: string, isLost: Sql) => sql`select ${path}::text, ${MISSING}::text from target, next where ${WAS_LIVE} and ${isLost}`;
  const own = requiredReferences(entity).map((field) => lost(field.name, sql`${wasHeld(HELD, field)} and ${isLacking(next, field)}`));
  const nested = requiredInside(entity).map(({ field, reference }) => {
    const held = sql`(${HELD} -> ${literal(field.name)})`;
    const kept = column("next", columnNameOf(field));
    return lost(reference.path, sql`exists (select ${idsIn(held, reference)} except select ${idsIn(kept, reference)})`);
  });
  return [...own, ...nested];
}

/** `drafted as (…)`: the unique values of the separate draft of a published record; no row if there is none. */
function draftedCte(entity: Entity): Sql {
  const pending = sql`lateral cms.pending_version(${literal(entity.name)}, target.id) p`;
  const content = sql`lateral jsonb_populate_record(target.stored_row, ${dataByColumn(entity, sql`p.data`)}) d`;
  const locale = entity.translatable ? [sql`target.locale`] : [];
  const unique = new Set(uniqueRules(entity).flatMap(({ fields }) => fields));
  const columns = [...unique].map((field) => column("d", columnNameOf(field)));
  return sql`drafted as materialized (select ${join([sql`target.id`, ...locale, ...columns])} from target cross join ${pending} cross join ${content} where ${WAS_LIVE})`;
}

/** Claims the draft's unique values again. */
function claimedCte(entity: Entity): Sql {
  const rules = uniqueRules(entity);
  const names = join(rules.map((rule) => literal(rule.name)));
  const scopes = join(rules.map((rule) => scopeOf(rule, "drafted")));
  const values = join(rules.map((rule) => ruleValue(rule, "drafted")));
  return sql`claimed as materialized (select cms.claim_values(${literal(entity.name)}, drafted.id, array[${names}]::text[], array[${scopes}]::text[], array[${values}]::text[]) as done from drafted, written)`;
}

/** `written as (…)`: the row gets its freed values back. */
function writtenCte(entity: Entity): Sql {
  const columns = ["published_at", ...(entity.translatable ? ["translation_group"] : []), ...fieldsIn(entity, "column").map(columnNameOf)];
  const assigned = columns.map((of) => sql`${name(of)} = ${column("next", of)}`);
  return sql`written as (update ${table(entity.table)} r set ${join(assigned)} from next, outcome where r.id = next.id and outcome.outcome = 'ok' returning r.*)`;
}

/** Writes the draft again unchanged: this stores its references, as each change of it does. */
function rewrittenDraftCte(entity: Entity): Sql {
  return sql`redrafted as (update cms.versions v set data = v.data from written where v.entity = ${literal(entity.name)} and v.record_id = written.id and v.pending)`;
}

/** Returns one `WriteRow`, or none if there is no such record in the trash. */
export function restoreTrashedStatement({ access, id, expectedVersion, counted, holdsDraft }: RestoreTrashedPlan): Statement {
  const { entity } = access;
  const written: Source = { entity, alias: "written", depth: 0, links: (field) => column("next", linksColumn(field)) };
  const hasClaims = entity.versions !== false && uniqueRules(entity).length > 0;
  const taken = takenValues(entity, uniqueRules(entity), "both", hasClaims ? ["next", "drafted"] : ["next"]);
  const checks = both(problemsIn(lostReferences(entity)), taken);
  const relinked = fieldsIn(entity, "junction").map((field) => {
    const call = sql`cms.relink(${quotedName(junctionTable(field))}, written.id, ${column("next", linksColumn(field))})`;
    return sql`case when ${isHeldList(field)} then ${call} else true end`;
  });
  const calls = [...relinked, sql`cms.count_writes(${param(counted)}::text[])`];
  const ctes = [
    ...trashedCtes(access, id),
    ...(hasClaims ? [draftedCte(entity)] : []),
    ...checks.ctes,
    sql`outcome as materialized (select ${writeOutcome(entity, [...trashCases(access, expectedVersion), ...checks.cases])} as outcome from target, next)`,
    writtenCte(entity),
    sql`returned as (delete from cms.trash w using written where w.id = written.id)`,
    ...(holdsDraft ? [rewrittenDraftCte(entity)] : []),
    sql`followed as materialized (select ${join(calls, " and ")} as done from written, next, target)`,
    ...(hasClaims ? [claimedCte(entity)] : []),
  ];
  const joins = ["next", "written", "followed", ...(hasClaims ? ["claimed"] : [])].map((query) => sql`left join ${name(query)} on true`);
  const data = seenText(access, written, mayRead(access, written));
  const answer = sql`select outcome.outcome, ${checks.details} as details, written.id, written.version, ${data} as data from outcome ${join(joins, "\n")}`;
  return prepare(sql`with ${join(ctes)} ${answer}`);
}
