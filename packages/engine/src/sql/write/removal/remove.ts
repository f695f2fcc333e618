/** The deletion of a record as one statement. */
import { isAsset } from "../../../permissions/built-in-rules.ts";
import { placeholder } from "../../../placeholder.ts";
import type { Removal } from "../../../plan/removal.ts";
import type { RemovePlan } from "../../../plan/write.ts";
import type { Purpose } from "../../../plan/plan.ts";
import type { Entity } from "../../../types.ts";
import type { Statement } from "../../../statements.ts";
import { empty, join, literal, name, prepare, sql, table, type Sql } from "../../sql.ts";
import { leaving, leavingCheck, type Leaving } from "./leaving.ts";
import { writeOutcome } from "../outcome.ts";
import { isDeletedInBackground } from "./background.ts";
import { deletesLastAdmin } from "../user-guards.ts";
import { NOW } from "../../values.ts";

/** Deletes the record's history, claims and schedules, also those from a time when the entity had versions. */
export function deletedDataCte(entity: Entity, from: "written" | "gone"): Sql {
  return sql`forgotten as materialized (select cms.forget_record(${literal(entity.name)}, id) as done from ${name(from)})`;
}

/** The job that removes the bytes and derivatives of the assets `written` after the deletion is committed. */
export function bytesRemoved(entity: Entity, outboxId: Sql): readonly Sql[] {
  if (!isAsset(entity)) return [];
  const payload = sql`jsonb_build_object('entity', ${literal(entity.name)}, 'id', id)`;
  const row = sql`select ${outboxId}, 'assets', 'remove', ${payload}, ${NOW}, ${NOW} from written`;
  return [sql`outbox as (insert into cms.outbox (id, queue, name, payload, run_at, created_at) ${row})`];
}

function deleted(entity: Entity, also = empty): Sql {
  return sql`written as (delete from ${table(entity.table)} r using target, outcome${also} where r.id = target.id and outcome.outcome = 'ok' returning r.*)`;
}

/** `gone`: the record, deleted, or if it has many references, invisible for every reader until it is. */
function removedInBackground(entity: Entity, removal: Removal): readonly Sql[] {
  const few = sql` join extent on not extent.is_many`;
  const marked = sql`cms.remove_later(${literal(entity.name)}, target.id, ${JSON.stringify(removal.way)}::jsonb)`;
  return [
    sql`extent as materialized (select ${isDeletedInBackground(removal)} as is_many from target, outcome where outcome.outcome = 'ok')`,
    deleted(entity, few),
    sql`later as materialized (select target.id, target.version, ${marked} as done from target, extent where extent.is_many)`,
    sql`gone as (select id, version from written union all select id, version from later where later.done)`,
  ];
}

/** The statement for a record outside the trash. */
export function removeStatement(plan: RemovePlan, purpose: Purpose): Statement {
  const { access } = plan;
  const live = leaving(access, plan, purpose);
  if (purpose === "check") return leavingCheck(access, live);
  return deletionStatement(plan, { ...live, cases: [...live.cases, ...deletesLastAdmin(access)] });
}

/** Returns one `WriteRow`, or none if there is no such record. */
export function deletionStatement({ access: { entity }, removal }: RemovePlan, target: Leaving): Statement {
  const from = removal ? "gone" : "written";
  const gone = removal ? sql`gone` : sql`written`;
  const ctes = [
    ...target.ctes,
    sql`outcome as materialized (select ${writeOutcome(entity, target.cases)} as outcome from ${target.from})`,
    ...(removal ? removedInBackground(entity, removal) : [deleted(entity)]),
    ...(entity.builtIn ? [] : [deletedDataCte(entity, from)]),
    ...bytesRemoved(entity, sql`${placeholder("outboxId")}::uuid`),
  ];
  const data = sql`case when ${gone}.id is not null then json_build_object('id', ${gone}.id)::text end`;
  const answer = sql`select outcome.outcome, null::text as details, ${gone}.id, ${gone}.version, ${data} as data from outcome left join ${gone} on true ${entity.builtIn ? empty : sql`left join forgotten on true`}`;
  return prepare(sql`with ${join(ctes)} ${answer}`);
}
