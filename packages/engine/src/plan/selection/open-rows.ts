/** The files that anybody may read: their URLs need no signature. */
import { ruleFor } from "../../permissions/permissions.ts";
import { isPlaceholder } from "../../placeholder.ts";
import type { Value } from "../../placeholder.ts";
import type { Principal, Entity, Schema } from "../../types.ts";
import type { RowFilter } from "../filter/contract.ts";
import { rowFilterOf } from "../filter/plan.ts";
import { withOtherValues } from "../filter/with-other-values.ts";

interface Reading {
  readonly schema: Schema;
  readonly principal: Principal;
  readonly entity: Entity;
}

/** The rows that callers without credentials may read; null for none. What such a caller reads is one of them. */
export function openRows({ schema, principal, entity }: Reading): RowFilter | null {
  const { publicRole } = schema;
  if (publicRole === null) return null;
  if (principal.kind === "anonymous" && principal.role === publicRole) return { entity, filter: null };
  const anybody: Principal = { kind: "anonymous", role: publicRole };
  const rule = ruleFor(schema, anybody, entity.name, "read");
  if (!rule) return null;
  const { filter } = rowFilterOf(schema, anybody, entity, rule);
  return { entity, filter: filter && withOtherValues(filter, (value) => valueForAnybody(value, publicRole)) };
}

function valueForAnybody(value: Value, publicRole: string): Value {
  if (!isPlaceholder(value)) return value;
  if (value.name === "$CURRENT_ROLE") return publicRole;
  return value.name.startsWith("$CURRENT_") ? null : value;
}
