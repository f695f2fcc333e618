/** The triggers that move references to a translatable record to another one of its group when it is deleted. */
import { groupWayOf } from "../../references/group-way.ts";
import { jsonText, sql } from "../../sql/sql.ts";
import type { Entity, Schema } from "../../types.ts";
import type { Catalog } from "../catalog.ts";
import type { TableChange } from "../steps/change.ts";
import { triggerChanges, triggerHash, type Family, type Trigger } from "./system-triggers.ts";

/** Before those of foreign keys (`RI_…`): triggers for the same event run in the order of their names. */
const PREFIX = "Group.";
/** Those of another configuration stay until its processes end, and none takes the place of another: all may run, one after the other. */
const FAMILY: Family = {
  purpose: "groups",
  includes: (trigger) => trigger.startsWith(PREFIX),
  kindOf: (trigger) => trigger,
};

function triggersOf(schema: Schema, entity: Entity): readonly Trigger[] {
  const way = groupWayOf(schema, entity);
  if (!way) return [];
  const own = PREFIX + triggerHash(JSON.stringify(way));
  const trigger = { on: entity.table, calls: sql`cms.leave_group(${jsonText(way)})` };
  const trashed = { ...trigger, name: `${own}.trash`, when: sql`before delete` };
  return [{ ...trigger, name: own, when: sql`after delete` }, ...(entity.trash ? [trashed] : [])];
}

/** The changes to the triggers that move references. */
export function groupTriggers(schema: Schema, catalog: Catalog): readonly TableChange[] {
  const wanted = [...schema.entities.values()].flatMap((entity) => triggersOf(schema, entity));
  return triggerChanges(schema, catalog, wanted, FAMILY);
}
