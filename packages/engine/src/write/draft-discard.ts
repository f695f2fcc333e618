/** The end of a draft without publishing it. */
import { join, name, prepare, sql, table } from "../sql.ts";
import type { Actor, Entity, Schema } from "../types.ts";
import { answerText } from "./answer.ts";
import { forgottenCte } from "./delete.ts";
import { accessCases, versionedEntity } from "./draft-access.ts";
import { carryingSource, junctionTable, linksColumn, targetCtes } from "./draft-base.ts";
import { claimValues, countChange } from "./draft-parts.ts";
import { commonSlots, roleKey } from "./open-data.ts";
import { fill, recipeOf } from "./recipe.ts";
import type { WriteStatement } from "./statement.ts";
import { fieldsIn, regclass } from "./values.ts";
import { checkId, openTarget, verdict } from "./verdict.ts";
import type { OpenTarget } from "./verdict.ts";

export interface DiscardInput {
  readonly expectedVersion?: number;
}

function build(schema: Schema, actor: Actor, entity: Entity, { id, expectedVersion }: OpenTarget): WriteStatement {
  const isNew = sql`(target.published_at is null and pending.version_id is not null and pending.base_version is null)`;
  const links = fieldsIn(entity, "junction").map(
    (field) => sql`cms.links_of(${regclass(junctionTable(field))}, target.id) as ${name(linksColumn(field))}`,
  );
  const claims = claimValues(entity, sql`false`);
  const counted = countChange(entity, sql`written.published_at is not null and exists (select from pending)`);
  const ctes = [
    ...targetCtes(entity, id, sql`for update`),
    sql`verdict as materialized (select ${verdict(accessCases(schema, actor, entity, expectedVersion))} as outcome, coalesce(${isNew}, false) as is_new from target left join pending on true)`,
    sql`written as materialized (select ${join([sql`target.*`, ...links])} from target, verdict where verdict.outcome = 'ok' and not verdict.is_new)`,
    sql`gone as (delete from ${table(entity.table)} r using target, verdict where r.id = target.id and verdict.outcome = 'ok' and verdict.is_new returning r.id, r.version)`,
    forgottenCte(entity, "gone"),
    sql`dropped as materialized (select cms.drop_draft(pending.version_id) as done from pending, written where written.published_at is not null)`,
    ...claims.ctes,
    ...counted.ctes,
  ];
  const written = carryingSource(entity, "written", sql`(written.published_at is null)`);
  const data = sql`coalesce(${answerText(schema, actor, entity, written)}, case when gone.id is not null then json_build_object('id', gone.id)::text end)`;
  const columns = sql`verdict.outcome, null::text as details, coalesce(written.id, gone.id) as id, coalesce(counted.version, written.version, gone.version) as version, ${data} as data`;
  const joins = [name("written"), name("gone"), name("forgotten"), name("dropped"), name("counted"), ...claims.joined].map(
    (one) => sql`left join ${one} on true`,
  );
  return { ...prepare(sql`with ${join(ctes)} select ${columns} from verdict ${join(joins, "\n")}`), retryOn: [] };
}

/**
 * Drops what is pending beside a published record. A record that was never published goes away, and the answer is
 * `{ id }`; one that was unpublished has nothing beside it and stays as it is.
 */
export function planDiscard(
  schema: Schema,
  actor: Actor,
  entityName: string,
  id: string | null,
  { expectedVersion }: DiscardInput,
): WriteStatement {
  const entity = versionedEntity(schema, entityName);
  checkId(entity, id);
  const open = openTarget(id, expectedVersion);
  const recipe = recipeOf(schema, ["discard", roleKey(actor), entity.name, expectedVersion !== undefined], () =>
    build(schema, actor, entity, open),
  );
  return fill(recipe, new Map(commonSlots(actor, { id, expectedVersion })));
}
