/** Members of a body: those that are no fields, at any depth, and those that a principal may read. */
import type { FieldDefinition } from "@colophon/config";
import { isPlainObject, itemDefinition, type Sees } from "@colophon/model";
import type { Entity, Principal, Schema } from "../types.ts";
import { seesField } from "../permissions/permissions.ts";
import { seesTarget } from "../views/visible.ts";

/** A path in a body: member names, and indexes of lists. */
export type MemberPath = readonly (string | number)[];

/** The members of a body that the entity does not define; those that begin with `_` are ignored. */
export function unknownMembers(entity: Entity, body: Readonly<Record<string, unknown>>): readonly MemberPath[] {
  const fields = new Map<string, FieldDefinition | null>([
    ...[...entity.byName].map(([name, field]) => [name, field.automatic ? null : field.definition] as const),
    ...[...entity.reverses.keys()].map((name) => [name, null] as const),
  ]);
  return inMembers(fields, body, []);
}

function inMembers(fields: ReadonlyMap<string, FieldDefinition | null>, value: object, path: MemberPath): readonly MemberPath[] {
  return Object.entries(value).flatMap(([name, inner]) => {
    const here = [...path, name];
    const field = fields.get(name);
    if (field === undefined) return name.startsWith("_") ? [] : [here];
    return field ? inValue(field, inner, here) : [];
  });
}

function inValue(definition: FieldDefinition, value: unknown, path: MemberPath): readonly MemberPath[] {
  if (definition.type === "object") return isPlainObject(value) ? inMembers(byName(definition.fields), value, path) : [];
  if (!Array.isArray(value)) return [];
  if (definition.type === "array") return value.flatMap((item, at) => inValue(itemDefinition(definition.of), item, [...path, at]));
  if (definition.type !== "blocks") return [];
  const kinds = new Map(definition.blocks.map(({ name, fields }) => [name, byName(fields)]));
  return value.flatMap((item, at) => {
    const fields = isPlainObject(item) ? kinds.get(String(item["_type"])) : undefined;
    return fields ? inMembers(fields, item, [...path, at]) : [];
  });
}

function byName(fields: readonly FieldDefinition[]): ReadonlyMap<string, FieldDefinition> {
  return new Map(fields.map((field) => [field.name, field]));
}

/** The members that a principal may read in an entity's records: only conditions on these make a member required. */
export function seenBy(schema: Schema, principal: Principal, entity: Entity): Sees {
  if (principal.kind === "system") return () => true;
  return (member, field) => seesField(schema, principal, entity.name, field) && seesTarget({ schema, principal }, member);
}
