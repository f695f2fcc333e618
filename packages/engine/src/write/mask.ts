/** Details of a refusal, cut to what the caller may know of. */
import type { ErrorDetail } from "@colophon/errors";
import { isVisible, ruleFor } from "../permissions.ts";
import { entityOf } from "../schema.ts";
import type { Actor, Schema } from "../types.ts";

/**
 * The details without the names of fields that the actor may neither write nor see: a refusal that only the database or
 * the stored content could give must not tell that they exist.
 */
export function maskDetails(schema: Schema, actor: Actor, entityName: string, details: readonly ErrorDetail[]): readonly ErrorDetail[] {
  const entity = entityOf(schema, entityName);
  const rules = (["read", "update", "create"] as const).flatMap((operation) => ruleFor(schema, actor, entityName, operation) ?? []);
  return details.map((detail) => {
    const field = entity.byName.get(detail.field.split(".")[0] ?? "");
    const isKnown = !field || rules.some((rule) => isVisible(actor, rule, field));
    return isKnown ? detail : { field: "", message: "A field that your role can't see stands in the way" };
  });
}
