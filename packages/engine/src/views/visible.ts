/** What a reader may see: for every purpose, a field that is hidden from it does not exist. */
import type { FieldDefinition } from "@colophon/config";
import { isVisible, ruleFor } from "../permissions/permissions.ts";
import type { Entity, Field, Principal, Rule, Schema } from "../types.ts";

/** Who sees something. A `trusted` one is the configuration itself: a permission's filter may name fields that its role can't see. */
export interface Viewer {
  readonly schema: Schema;
  readonly principal: Principal;
  readonly trusted?: boolean;
}

/** The field of that name, if the reader may see it; for a relation, only if the reader may also see its target. */
export function visibleField(reader: Viewer, entity: Entity, name: string): Field | null {
  const field = entity.byName.get(name);
  if (!field || reader.trusted) return field ?? null;
  const rule = ruleFor(reader.schema, reader.principal, entity.name, "read");
  if (!rule || !isVisible(reader.principal, rule, field)) return null;
  return field.target && !ruleFor(reader.schema, reader.principal, field.target, "read") ? null : field;
}

/** The definition at a path inside an object, if the reader may see it. */
export function nestedDefinition(reader: Viewer, entity: Entity, field: Field, rest: readonly string[]): FieldDefinition | null {
  const rule = reader.trusted ? null : ruleFor(reader.schema, reader.principal, entity.name, "read");
  let definition: FieldDefinition = field.definition;
  for (const [at, name] of rest.entries()) {
    if (definition.type !== "object") return null;
    const next: FieldDefinition | undefined = definition.fields.find((member) => member.name === name);
    if (!next || (rule && isHidden(reader, rule, next, [field.name, ...rest.slice(0, at + 1)]))) return null;
    if (rule && !seesTarget(reader, next)) return null;
    definition = next;
  }
  return definition;
}

/** Whether a field nested in an object is hidden from everyone or excluded for this role, by its dotted path. */
export function isHidden(
  { principal }: Pick<Viewer, "principal">,
  rule: Rule,
  definition: FieldDefinition,
  path: readonly string[],
): boolean {
  return (definition.hidden === true && principal.kind !== "system") || rule.exclude.has(path.join("."));
}

/** Whether the target of a definition, if it has one, may be read at all. */
export function seesTarget({ schema, principal }: Pick<Viewer, "schema" | "principal">, definition: FieldDefinition): boolean {
  const { type } = definition;
  if (type !== "relation" && type !== "image" && type !== "video" && type !== "file") return true;
  return ruleFor(schema, principal, type === "relation" ? definition.to : `_${type}`, "read") !== null;
}
