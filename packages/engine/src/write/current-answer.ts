/** What a writer would be told of a record today. */
import { entityOf } from "../schema.ts";
import { prepare, sql, table } from "../sql.ts";
import type { Actor, Schema, Statement } from "../types.ts";
import { answerText } from "./answer.ts";
import { checkId, whereId } from "./verdict.ts";

/** A record as the answer to a write shows it to this actor, live or not: a row with JSON text as `data`. */
export function planAnswer(schema: Schema, actor: Actor, entityName: string, id: string | null): Statement {
  const entity = entityOf(schema, entityName);
  checkId(entity, id);
  const written = { entity, alias: "written", depth: 0 };
  const row = sql`select * from ${table(entity.table)} ${whereId(id === null ? null : sql`${id}`)}`;
  return prepare(sql`with written as materialized (${row}) select ${answerText(schema, actor, entity, written)} as data from written`);
}
