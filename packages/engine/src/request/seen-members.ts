import type { Sees } from "@colophon/model";
import { seesField } from "../permissions/permissions.ts";
import { seesTarget } from "../plan/filter/visible.ts";
import type { Actor, Entity, Schema } from "../types.ts";

/** The members that an actor may read in an entity's records: only conditions on these make a member required. */
export function seenBy(schema: Schema, actor: Actor, entity: Entity): Sees {
  if (actor.kind === "system") return () => true;
  return (member, field) => seesField(schema, actor, entity.name, field) && seesTarget({ schema, actor }, member);
}
