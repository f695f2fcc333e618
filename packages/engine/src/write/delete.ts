/** The end of a record as one statement. */
import { AppError } from "@colophon/errors";
import { entityOf } from "../schema.ts";
import { empty, join, name, prepare, sql, table, word } from "../sql.ts";
import type { Sql } from "../sql.ts";
import type { Actor, Entity, Schema } from "../types.ts";
import { mayKnow, reaches } from "./answer.ts";
import { isAsset, requireUserAdmin } from "./built-in-rules.ts";
import { commonSlots, roleKey } from "./open-data.ts";
import { fill, recipeOf, slot } from "./recipe.ts";
import { targetSource } from "./sources.ts";
import type { WriteStatement } from "./statement.ts";
import { targetCte } from "./update.ts";
import { changedCase, checkId, openTarget, verdict } from "./verdict.ts";
import type { OpenTarget } from "./verdict.ts";
import { deletesLastAdmin } from "./users.ts";
import { NOW } from "./values.ts";

export interface DeleteInput {
  readonly expectedVersion?: number;
  readonly newId: () => string;
}

/** History, claims and plans of the record go with it, also those of a time when the entity had versions. */
export function forgottenCte(entity: Entity, from: "written" | "gone"): Sql {
  return sql`forgotten as materialized (select cms.forget_record(${word(entity.name)}, id) as done from ${name(from)})`;
}

/** The job that removes an asset's bytes and derivatives once the deletion is committed. */
function removal(entity: Entity): readonly Sql[] {
  if (!isAsset(entity)) return [];
  const payload = sql`jsonb_build_object('entity', ${word(entity.name)}, 'id', id, 'filename', filename, 'storageKey', storage_key)`;
  const row = sql`select ${slot("outboxId")}::uuid, 'assets', 'remove', ${payload}, ${NOW}, ${NOW} from written`;
  return [sql`outbox as (insert into cms.outbox (id, queue, name, payload, run_at, created_at) ${row})`];
}

function build(schema: Schema, actor: Actor, entity: Entity, { id, expectedVersion }: OpenTarget): WriteStatement {
  const target = targetSource(entity);
  const cases = [
    sql`when not ${mayKnow(schema, actor, "delete", target)} then 'not_found'`,
    ...changedCase(expectedVersion),
    sql`when not ${reaches(schema, actor, "delete", target)} then 'forbidden'`,
    ...deletesLastAdmin(schema, entity),
  ];
  const ctes = [
    targetCte(entity, id, sql`for update`),
    sql`verdict as materialized (select ${verdict(cases)} as outcome from target)`,
    sql`written as (delete from ${table(entity.table)} r using target, verdict where r.id = target.id and verdict.outcome = 'ok' returning r.*)`,
    ...(entity.builtIn ? [] : [forgottenCte(entity, "written")]),
    ...removal(entity),
  ];
  const data = sql`case when written.id is not null then json_build_object('id', written.id)::text end`;
  const answer = sql`select verdict.outcome, null::text as details, written.id, written.version, ${data} as data from verdict left join written on true ${entity.builtIn ? empty : sql`left join forgotten on true`}`;
  return { ...prepare(sql`with ${join(ctes)} ${answer}`), retryOn: [] };
}

/**
 * The statement that deletes a record. Its links go by their foreign keys; a record that a `restrict` relation refers
 * to stays, by a foreign key violation that names who refers.
 * @throws NOT_FOUND for a global: it can't be deleted.
 */
export function planDelete(schema: Schema, actor: Actor, entityName: string, id: string, input: DeleteInput): WriteStatement {
  const entity = entityOf(schema, entityName);
  if (entity.kind === "global") throw new AppError("NOT_FOUND");
  requireUserAdmin(schema, actor, entity);
  checkId(entity, id);
  const open = openTarget(id, input.expectedVersion);
  const recipe = recipeOf(schema, ["delete", roleKey(actor), entity.name, open.expectedVersion !== undefined], () =>
    build(schema, actor, entity, open),
  );
  return fill(
    recipe,
    new Map(commonSlots(actor, { id, expectedVersion: input.expectedVersion, outboxId: isAsset(entity) ? input.newId() : null })),
  );
}
