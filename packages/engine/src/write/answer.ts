/** Permission on rows, and what the writer gets to see, in the terms of the one permission engine. */
import type { Operation } from "@colophon/config";
import { reachOf } from "../filter/plan.ts";
import { filterSql } from "../filter/sql.ts";
import { requireOperation, ruleFor } from "../permissions.ts";
import { answerSelection, automaticSelection } from "../project/selection.ts";
import { recordJson } from "../project/sql.ts";
import type { Source } from "../source.ts";
import { sql } from "../sql.ts";
import type { Sql } from "../sql.ts";
import type { Actor, Entity, Schema } from "../types.ts";

/** Whether the operation reaches the row; `true` without a row filter. @throws FORBIDDEN without the operation */
export function reaches(schema: Schema, actor: Actor, operation: Operation, source: Source): Sql {
  const rule = requireOperation(schema, actor, source.entity.name, operation);
  const { filter } = reachOf(schema, actor, source.entity, rule);
  return filter ? sql`(${filterSql(filter, source)}) is true` : sql`true`;
}

/**
 * Whether a writer may know of the row: by the read filter, drafts included; without read permission by the filter of
 * the operation itself.
 */
export function mayKnow(schema: Schema, actor: Actor, operation: Operation, source: Source): Sql {
  const canRead = ruleFor(schema, actor, source.entity.name, "read") !== null;
  return reaches(schema, actor, canRead ? "read" : operation, source);
}

/** The written record as JSON text: all that is readable, or the automatic fields of one outside the read filter. */
export function answerText(schema: Schema, actor: Actor, entity: Entity, written: Source): Sql {
  const full = recordJson(answerSelection(schema, actor, entity), written, { drafts: true });
  const rule = ruleFor(schema, actor, entity.name, "read");
  const { filter } = rule ? reachOf(schema, actor, entity, rule) : { filter: null };
  const automatic = recordJson(automaticSelection(entity), written, { drafts: true });
  const record = filter ? sql`case when (${filterSql(filter, written)}) is true then ${full} else ${automatic} end` : full;
  return sql`case when written.id is not null then (${record})::text end`;
}
