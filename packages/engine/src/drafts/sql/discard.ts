/** Discards a draft. */
import type { DiscardPlan } from "../plan.ts";
import type { Statement } from "../../statements.ts";
import { join, name, prepare, sql, table } from "../../sql/sql.ts";
import { answerText } from "../../sql/write/answer.ts";
import { writeOutcome } from "../../sql/write/outcome.ts";
import { deletedDataCte } from "../../sql/write/removal/remove.ts";
import { fieldsIn, freshLinks } from "../../sql/values.ts";
import { accessCases } from "./access.ts";
import { ACCESSED, baseCtes, carryingSource, linksColumn } from "../../sql/write/drafted-row.ts";
import { claimValues } from "./parts.ts";

/** Returns one `WriteRow`, or none if there is no such record. */
export function discardStatement({ access, id, expectedVersion }: DiscardPlan): Statement {
  const { entity } = access;
  const isNew = sql`(target.published_at is null and pending.version_id is not null and pending.base_version is null)`;
  const links = fieldsIn(entity, "junction").map((field) => sql`${freshLinks(field, sql`target.id`)} as ${name(linksColumn(field))}`);
  const claims = claimValues(entity, sql`false`);
  const ctes = [
    ...baseCtes(access, id, sql`for update`),
    sql`outcome as materialized (select ${writeOutcome(entity, accessCases(access, expectedVersion))} as outcome, coalesce(${isNew}, false) as is_new from ${ACCESSED})`,
    sql`written as materialized (select ${join([sql`target.*`, ...links])} from target, outcome where outcome.outcome = 'ok' and not outcome.is_new)`,
    sql`gone as (delete from ${table(entity.table)} r using target, outcome where r.id = target.id and outcome.outcome = 'ok' and outcome.is_new returning r.id, r.version)`,
    deletedDataCte(entity, "gone"),
    sql`dropped as materialized (select cms.drop_draft(pending.version_id) as done from pending, written where written.published_at is not null)`,
    ...claims.ctes,
  ];
  const written = carryingSource(entity, "written", sql`(written.published_at is null)`);
  const data = sql`coalesce(${answerText(access, written)}, case when gone.id is not null then json_build_object('id', gone.id)::text end)`;
  const columns = sql`outcome.outcome, null::text as details, coalesce(written.id, gone.id) as id, coalesce(written.version, gone.version) as version, ${data} as data`;
  const joins = [name("written"), name("gone"), name("forgotten"), name("dropped"), ...claims.joined].map(
    (source) => sql`left join ${source} on true`,
  );
  return prepare(sql`with ${join(ctes)} select ${columns} from outcome ${join(joins, "\n")}`);
}
