/** What a reader may see: a field that is hidden from it answers, everywhere, as one that does not exist. */
import type { FieldDefinition } from "@colophon/config";
import { isVisible, ruleFor } from "../../permissions/permissions.ts";
import { STATUS } from "../../entities.ts";
import type { Entity, Field, Rule } from "../../types.ts";
import type { Reader } from "./contract.ts";

/** A reader, as far as permissions are asked. */
type Who = Pick<Reader, "schema" | "actor"> & Partial<Pick<Reader, "trusted">>;

/** The field of that name, if the reader may see it; and of a relation, if the reader may see what it points to. */
export function visibleField(reader: Who, entity: Entity, name: string): Field | null {
  const field = entity.byName.get(name);
  if (!field || reader.trusted) return field ?? null;
  const rule = ruleFor(reader.schema, reader.actor, entity.name, "read");
  if (!rule || !isVisible(reader.actor, rule, field)) return null;
  return field.target && !ruleFor(reader.schema, reader.actor, field.target, "read") ? null : field;
}

/** The records that a reverse field stands for, by the relation that they refer by: if the reader may see all three. */
export function visibleReverse(reader: Who, entity: Entity, name: string): { readonly from: Entity; readonly field: Field } | null {
  const reverse = entity.reverses.get(name);
  if (!reverse) return null;
  const rule = ruleFor(reader.schema, reader.actor, entity.name, "read");
  if (!rule || rule.exclude.has(name) || (reverse.hidden && reader.actor.kind !== "system")) return null;
  const from = reader.schema.entities.get(reverse.definition.from);
  const field = from && visibleField(reader, from, reverse.definition.field);
  return from && field ? { from, field } : null;
}

/** The field of that name of the records that are read themselves, `_status` of drafts included. */
export function ownField(reader: Reader, entity: Entity, name: string): Field | null {
  return name === STATUS.name && reader.drafted === entity ? STATUS : visibleField(reader, entity, name);
}

/** Why a name of the records that are read themselves leads nowhere. */
export function unknownField({ drafted }: Reader, { versions }: Entity, path: string): string {
  return path === STATUS.name && versions && !drafted ? "needs draft=true" : `there is no field ${path}`;
}

/** The definition that a path inside an object leads to, if the reader may see it. */
export function nestedDefinition(reader: Reader, entity: Entity, field: Field, rest: readonly string[]): FieldDefinition | null {
  const rule = reader.trusted ? null : ruleFor(reader.schema, reader.actor, entity.name, "read");
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
export function isHidden({ actor }: Pick<Reader, "actor">, rule: Rule, definition: FieldDefinition, path: readonly string[]): boolean {
  return (definition.hidden === true && actor.kind !== "system") || rule.exclude.has(path.join("."));
}

/** Whether what a definition points to, if anything, may be read at all. */
export function seesTarget({ schema, actor }: Pick<Reader, "schema" | "actor">, definition: FieldDefinition): boolean {
  const { type } = definition;
  if (type !== "relation" && type !== "image" && type !== "video" && type !== "file") return true;
  return ruleFor(schema, actor, type === "relation" ? definition.to : `_${type}`, "read") !== null;
}
