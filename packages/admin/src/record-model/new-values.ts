import type { FieldDefinition } from "@colophon/config";
import { isStoredField, type FormField, type Values } from "./types.ts";

function newValue(definition: FieldDefinition): unknown {
  if (definition.default !== undefined) return definition.default;
  const isMany = "many" in definition && definition.many;
  return isMany || definition.type === "array" || definition.type === "blocks" ? [] : null;
}

export function newValues(fields: readonly FormField[]): Values {
  return membersOf(fields.filter(isStoredField).map(({ definition }) => definition));
}

export function newItem(of: FieldDefinition): unknown {
  return of.type === "object" ? membersOf(of.fields) : newValue(of);
}

export function newBlock(kind: { readonly name: string; readonly fields: readonly FieldDefinition[] }, key: string): Values {
  return { _type: kind.name, _key: key, ...membersOf(kind.fields) };
}

function membersOf(fields: readonly FieldDefinition[]): Values {
  return Object.fromEntries(fields.filter(({ hidden }) => !hidden).map((field) => [field.name, newValue(field)]));
}
