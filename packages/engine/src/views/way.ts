/** Paths inside a field: through objects, the items of arrays, blocks by their names, and documents. */
import type { FieldDefinition } from "@colophon/config";
import { itemDefinition } from "@colophon/model";
import { ruleFor } from "../permissions/permissions.ts";
import type { Entity, Field } from "../types.ts";
import { pointersOf } from "../references/nested-references.ts";
import { isHidden } from "./visible.ts";
import type { Viewer } from "./visible.ts";

/** A definition on the path to a value, and its dotted path. */
type Passed = readonly [definition: FieldDefinition, path: readonly string[]];

/** A path inside a field. */
export interface Way {
  /** The definition at its end. */
  readonly definition: FieldDefinition;
  readonly path: readonly string[];
  /** The members on the path. */
  readonly passed: readonly Passed[];
  /** The path through the field's JSON, as that of a nested reference. */
  readonly steps: readonly string[];
}

function into(way: Way, members: readonly FieldDefinition[], [own = "", ...further]: readonly string[]): Way | null {
  const definition = members.find(({ name }) => name === own);
  if (!definition) return null;
  const path = [...way.path, own];
  return along({ definition, path, passed: [...way.passed, [definition, path]], steps: [...way.steps, own] }, further);
}

/** The path continued to the items of an array. */
export function toItems(way: Way, { of }: { readonly of: object }): Way {
  return { ...way, definition: itemDefinition(of), steps: [...way.steps, "*"] };
}

/** The path continued through objects, the items of arrays, and blocks by their names; null if it leads nowhere. */
function along(way: Way, names: readonly string[]): Way | null {
  const { definition, path, steps } = way;
  const [first, ...rest] = names;
  if (first === undefined) return way;
  if (definition.type === "array") return along(toItems(way, definition), names);
  if (definition.type === "object") return into(way, definition.fields, names);
  if (definition.type === "richtext") return intoText(way, definition, names);
  const block = definition.type === "blocks" ? definition.blocks.find(({ name }) => name === first) : undefined;
  return block ? into({ ...way, path: [...path, first], steps: [...steps, "*", `?${first}`] }, block.fields, rest) : null;
}

/** The path continued to a member of an own block of a document, or to the references of a kind. */
function intoText(way: Way, definition: FieldDefinition & { type: "richtext" }, [first = "", ...rest]: readonly string[]): Way | null {
  const { path, steps, passed } = way;
  const block = definition.blocks?.find(({ name }) => name === first);
  if (block) return into({ ...way, path: [...path, first], steps: [...steps, "*", `?${first}`, "attrs"] }, block.fields, rest);
  const names = [first, ...rest].join(".");
  const pointer = pointersOf(definition).find((pointer) => pointer.names.join(".") === names);
  if (!pointer) return null;
  const here = [...path, ...pointer.names];
  return {
    definition: pointer.definition,
    path: here,
    passed: [...passed, [pointer.definition, here]],
    steps: [...steps, ...pointer.steps],
  };
}

/** The path inside a field, if the reader may see all members on it. */
export function visibleWay(reader: Viewer, entity: Entity, { definition }: Field, names: readonly string[]): Way | null {
  const rule = reader.trusted ? null : ruleFor(reader.schema, reader.principal, entity.name, "read");
  const way = along({ definition, path: [definition.name], passed: [], steps: [] }, names);
  return way?.passed.every(([member, path]) => !rule || !isHidden(reader, rule, member, path)) ? way : null;
}
