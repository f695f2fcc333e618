/** What a caller may do with each row of an answer (`can=true`). */
import { ruleFor } from "../../permissions/permissions.ts";
import type { Principal, Entity, Schema } from "../../types.ts";
import { targetsOf, type Targets } from "../../references/reference-tables.ts";
import type { RowFilter } from "../filter/contract.ts";
import { rowFilterOf } from "../filter/plan.ts";

/** The row filter of each operation; null if it is not granted at all. */
export interface Rights {
  readonly update: RowFilter | null;
  readonly delete: RowFilter | null;
  /** The tables of the entities that drafts point to; null for an entity without drafts. */
  readonly draftTargets: Targets | null;
}

export function rightsOf(schema: Schema, principal: Principal, entity: Entity): Rights {
  const granted = (operation: "update" | "delete"): RowFilter | null => {
    const rule = ruleFor(schema, principal, entity.name, operation);
    return rule && rowFilterOf(schema, principal, entity, rule);
  };
  return {
    update: granted("update"),
    delete: entity.kind === "global" ? null : granted("delete"),
    draftTargets: entity.versions ? targetsOf(schema, entity) : null,
  };
}
