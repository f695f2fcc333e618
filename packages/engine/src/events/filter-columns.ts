/** The columns from which a row filter can be decided without other tables. */
import { draftRuleFor, ruleFor } from "../permissions/permissions.ts";
import { ownFieldsOf } from "../plan/filter/own-fields.ts";
import { rowFilterOf } from "../plan/filter/plan.ts";
import type { Actor, Entity, Schema } from "../types.ts";

/** Column → the field's name: what row filters of roles for reading live records, or drafts, compare. Filters that need other tables add none. */
export function filterColumns(schema: Schema, entity: Entity, of: "rows" | "drafts"): Readonly<Record<string, string>> {
  const fields = [...schema.roles.values()].flatMap(({ name: role }) => {
    const actor: Actor = { kind: "user", role, userId: "" };
    const read = ruleFor(schema, actor, entity.name, "read");
    const draft = of === "drafts" ? draftRuleFor(schema, actor, entity.name) : null;
    if (!read || (of === "drafts" && !draft)) return [];
    return [read, ...(draft ? [draft] : [])].flatMap((rule) => ownFieldsOf(rowFilterOf(schema, actor, entity, rule).filter) ?? []);
  });
  const columns = fields.flatMap(({ name, storage }) => (storage.kind === "column" && name !== "_type" ? [[storage.column, name]] : []));
  return Object.fromEntries(columns.toSorted(([one = ""], [other = ""]) => (one < other ? -1 : 1)));
}
