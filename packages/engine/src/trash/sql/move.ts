/** The move of a record into the trash as one statement. */
import type { TrashPlan } from "../plan.ts";
import type { Purpose } from "../../plan/plan.ts";
import type { Statement } from "../../statements.ts";
import { join, literal, name, prepare, sql, table } from "../../sql/sql.ts";
import { leaving, leavingCheck } from "../../sql/write/removal/leaving.ts";
import { writeOutcome } from "../../sql/write/outcome.ts";
import { NOW } from "../../sql/values.ts";
import { freedColumns, heldJson } from "./held.ts";
import type { RemovePlan } from "../../plan/write.ts";
import { deletionStatement } from "../../sql/write/removal/remove.ts";
import { trashCases, trashedCtes } from "./target.ts";

/** Returns one `WriteRow`, or none if there is no such record. */
export function trashStatement({ access, id, expectedVersion, way }: TrashPlan, purpose: Purpose): Statement {
  const { entity } = access;
  const live = leaving(access, { id, expectedVersion }, purpose);
  if (purpose === "check") return leavingCheck(access, live);
  const group = entity.translatable ? sql`target.translation_group` : sql`null::uuid`;
  const what = sql`${literal(entity.name)}, target.id, target.published_at, ${group}, ${heldJson(entity, "target")}, ${NOW}, ${JSON.stringify(way)}::jsonb`;
  const emptied = ["published_at", ...freedColumns(entity)].map((of) => sql`${name(of)} = null`);
  const assigned = [...emptied, ...(entity.translatable ? [sql`translation_group = gen_random_uuid()`] : [])];
  const ctes = [
    ...live.ctes,
    sql`outcome as materialized (select ${writeOutcome(entity, live.cases)} as outcome from ${live.from})`,
    sql`moved as materialized (select cms.move_to_trash(${what}) as done from target, outcome where outcome.outcome = 'ok')`,
    sql`written as (update ${table(entity.table)} r set ${join(assigned)} from target, moved where r.id = target.id and moved.done returning r.id, r.version)`,
  ];
  const data = sql`case when written.id is not null then json_build_object('id', written.id)::text end`;
  const answer = sql`select outcome.outcome, null::text as details, written.id, written.version, ${data} as data from outcome left join written on true`;
  return prepare(sql`with ${join(ctes)} ${answer}`);
}

/** The final deletion of a record in the trash as one statement. */

export function removeTrashedStatement(plan: RemovePlan): Statement {
  const { access, id, until, expectedVersion } = plan;
  return deletionStatement(plan, {
    ctes: trashedCtes(access, id, until),
    from: sql`target, next`,
    cases: trashCases(access, expectedVersion),
  });
}
