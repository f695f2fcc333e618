/** The values of an entity that are marked `searchable`. No other file reads this mark. */
import type { FieldDefinition } from "@colophon/config";
import type { Field, Schema } from "./types.ts";

/** A searched value: a field's own, or a text inside an object. */
export interface Searched {
  /** A `choices` value is a list among options, `text` anything else. */
  readonly kind: "text" | "choices";
  readonly field: Field;
  /** The path in a JSON object, empty for the field itself. */
  readonly inside: readonly string[];
}

const TOP: ReadonlySet<string> = new Set(["text", "slug", "select"]);
const NEVER = (): boolean => false;

/** Whether a value is left out. */
export type Skip = (definition: FieldDefinition, path: readonly string[]) => boolean;

/** Marked texts in objects at any depth; marks of the objects themselves are ignored. */
function textsInside(fields: readonly FieldDefinition[], path: readonly string[], skip: Skip): (readonly string[])[] {
  return fields.flatMap((field) => {
    const here = [...path, field.name];
    if (skip(field, here)) return [];
    if (field.type === "object") return textsInside(field.fields, here, skip);
    return field.type === "text" && field.searchable ? [here] : [];
  });
}

/** The searchable values of one field, for all roles. */
export function searchedIn(field: Field, skip: Skip = NEVER): readonly Searched[] {
  const { definition, storage } = field;
  if (definition.type === "object")
    return textsInside(definition.fields, [field.name], skip).map((path) => ({ kind: "text", field, inside: path.slice(1) }));
  if (!definition.searchable || !TOP.has(field.type) || storage.kind !== "column") return [];
  return [{ kind: storage.sqlType === "text[]" ? "choices" : "text", field, inside: [] }];
}

/** A sentence for each mark that has no effect. */
export function searchWarnings(schema: Pick<Schema, "entities">): readonly string[] {
  return unusedMarks(schema).map(
    (place) => `searchable has no effect at ${place}: only text, slug and select fields are searched, and text fields inside objects`,
  );
}

/** The places of marks that have no effect: `article.body`, `article.links.label`. */
function unusedMarks({ entities }: Pick<Schema, "entities">): readonly string[] {
  return [...entities.values()].flatMap((entity) => {
    const searched = new Set(entity.fields.flatMap((field) => searchedIn(field).map(({ inside }) => [field.name, ...inside].join("."))));
    return entity.fields
      .flatMap(({ definition }) => marksIn(definition, definition.name))
      .filter((path) => !searched.has(path))
      .map((path) => `${entity.name}.${path}`);
  });
}

function marksIn(definition: FieldDefinition, path: string): string[] {
  const own = definition.searchable ? [path] : [];
  const inside = (fields: readonly FieldDefinition[]) => fields.flatMap((field) => marksIn(field, `${path}.${field.name}`));
  if (definition.type === "object") return [...own, ...inside(definition.fields)];
  if (definition.type === "blocks") return [...own, ...definition.blocks.flatMap(({ fields }) => inside(fields))];
  return definition.type === "array" ? [...own, ...marksIn(definition.of, path)] : own;
}
