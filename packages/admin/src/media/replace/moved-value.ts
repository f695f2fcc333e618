import { isPlainObject } from "@colophon/model";
import type { FieldDefinition } from "@colophon/config";
import type { Values } from "../../records/model/types.ts";

/** Moves references of an entity from one record to another. */
export interface Move {
  readonly entity: string;
  readonly from: string;
  readonly to: string;
}

/** A field's value with its references moved, also nested ones; a list contains each reference only once. */
export function movedValue(definition: FieldDefinition, value: unknown, move: Move): unknown {
  if (targetOf(definition) === move.entity) return movedReference(value, move);
  if (definition.type === "object") return isPlainObject(value) ? movedMembers(definition.fields, value, move) : value;
  if (!Array.isArray(value)) return value;
  if (definition.type === "array") return value.map((item: unknown) => movedValue(definition.of as FieldDefinition, item, move));
  if (definition.type !== "blocks") return value;
  return value.map((item: unknown) => {
    const kind = isPlainObject(item) && definition.blocks.find(({ name }) => name === item["_type"]);
    return kind ? movedMembers(kind.fields, item, move) : item;
  });
}

/** The entity that a field refers to. */
export function targetOf(definition: FieldDefinition): string | null {
  if (definition.type === "relation") return definition.to;
  return definition.type === "image" || definition.type === "video" || definition.type === "file" ? `_${definition.type}` : null;
}

function movedReference(value: unknown, { from, to }: Move): unknown {
  if (Array.isArray(value)) return [...new Set(value.map((id: unknown) => (id === from ? to : id)))];
  return value === from ? to : value;
}

function movedMembers(fields: readonly FieldDefinition[], values: Values, move: Move): Values {
  const known = fields.filter(({ name }) => name in values);
  return { ...values, ...Object.fromEntries(known.map((field) => [field.name, movedValue(field, values[field.name], move)])) };
}
