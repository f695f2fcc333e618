/** What a reader may see: for every purpose, a field that is hidden from it does not exist. */
import type { FieldDefinition } from "@colophon/config";
import { isVisible, ruleFor } from "../../permissions/permissions.ts";
import { DELETED_AT, STATUS } from "../../entities.ts";
import type { Entity, Field, Rule } from "../../types.ts";
import type { Reader } from "./contract.ts";

/** The part of a reader that permissions depend on. */
export type Viewer = Pick<Reader, "schema" | "principal"> & Partial<Pick<Reader, "trusted">>;

/** The field of that name, if the reader may see it; for a relation, only if the reader may also see its target. */
export function visibleField(reader: Viewer, entity: Entity, name: string): Field | null {
  const field = entity.byName.get(name);
  if (!field || reader.trusted) return field ?? null;
  const rule = ruleFor(reader.schema, reader.principal, entity.name, "read");
  if (!rule || !isVisible(reader.principal, rule, field)) return null;
  return field.target && !ruleFor(reader.schema, reader.principal, field.target, "read") ? null : field;
}

/** A field of the entity that is read; drafts have `_status`, and records in the trash `_deletedAt`. */
export function ownField(reader: Reader, entity: Entity, name: string): Field | null {
  if (name === STATUS.name && reader.drafted === entity) return STATUS;
  return name === DELETED_AT.name && reader.trashed === entity ? DELETED_AT : visibleField(reader, entity, name);
}

/** The error for a name that is no visible field of the entity that is read. */
export function unknownField({ drafted, trashed }: Pick<Reader, "drafted" | "trashed">, { versions, trash }: Entity, path: string): string {
  if (path === STATUS.name && versions && !drafted) return "needs draft=true";
  return path === DELETED_AT.name && trash && !trashed ? "needs trashed=true" : `there is no field ${path}`;
}

/** The definition at a path inside an object, if the reader may see it. */
export function nestedDefinition(reader: Reader, entity: Entity, field: Field, rest: readonly string[]): FieldDefinition | null {
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
  { principal }: Pick<Reader, "principal">,
  rule: Rule,
  definition: FieldDefinition,
  path: readonly string[],
): boolean {
  return (definition.hidden === true && principal.kind !== "system") || rule.exclude.has(path.join("."));
}

/** Whether the target of a definition, if it has one, may be read at all. */
export function seesTarget({ schema, principal }: Pick<Reader, "schema" | "principal">, definition: FieldDefinition): boolean {
  const { type } = definition;
  if (type !== "relation" && type !== "image" && type !== "video" && type !== "file") return true;
  return ruleFor(schema, principal, type === "relation" ? definition.to : `_${type}`, "read") !== null;
}
