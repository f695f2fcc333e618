/** What a reader sees of a stored JSON value: the members that are defined and visible, and nothing else. */
import type { FieldDefinition } from "@colophon/config";
import { isHidden, seesTarget } from "../../views/visible.ts";
import type { Reader } from "../filter/contract.ts";
import { itemDefinition } from "@colophon/model";
import { pointersOf } from "../../references/nested-references.ts";
import type { Rule } from "../../types.ts";
import type { Members, Shape } from "./selected.ts";

/** Whether a member is part of the shape, is left out, or is empty. */
export type Visibility = (definition: FieldDefinition, path: readonly string[]) => "shown" | "blank" | "hidden";

/** All defined members, also hidden ones. */
export const EVERYTHING_DEFINED: Visibility = () => "shown";

/** All defined members that are not hidden from everyone. */
export const NOT_HIDDEN: Visibility = ({ hidden }) => (hidden ? "hidden" : "shown");

/** What a reader may see, by the dotted paths of its read rule. */
export function visibilityOf(view: Pick<Reader, "schema" | "principal"> & { readonly rule: Rule }): Visibility {
  return (definition, path) => {
    if (path.length > 1 && isHidden(view, view.rule, definition, path)) return "hidden";
    return seesTarget(view, definition) ? "shown" : "blank";
  };
}

/** The shape of a value of this definition. `path` begins with the field's name. */
export function shapeOf(definition: FieldDefinition, path: readonly string[], visibility: Visibility): Shape {
  const isMany = "many" in definition && definition.many;
  if (visibility(definition, path) === "blank") return { kind: "blank", many: isMany };
  if (definition.type === "object") return { kind: "object", members: membersOf(definition.fields, path, visibility) };
  if (definition.type === "array") return arrayOf(shapeOf(itemDefinition(definition.of), path, visibility));
  if (definition.type === "blocks") return { kind: "blocks", blocks: definition.blocks.map((block) => blockOf(block, path, visibility)) };
  if (definition.type === "richtext" && definition.format === "document") return documentShape(definition, path, visibility);
  if (definition.type === "json" || (definition.type === "richtext" && definition.format === "blocks")) return { kind: "any" };
  const isList = isMany || (definition.type === "select" && definition.multiple === true);
  return isList ? { kind: "array", of: { kind: "scalar" } } : { kind: "scalar" };
}

/** The shapes of all fields that are shown. */
export function membersOf(fields: readonly FieldDefinition[], path: readonly string[], visibility: Visibility): Members {
  const shown = fields
    .map((field) => ({ field, here: [...path, field.name] }))
    .filter(({ field, here }) => visibility(field, here) !== "hidden");
  return shown.map(({ field, here }) => [field.name, shapeOf(field, here, visibility)]);
}

function documentShape(definition: FieldDefinition & { type: "richtext" }, path: readonly string[], visibility: Visibility): Shape {
  const unseen = pointersOf(definition).filter((pointer) => visibility(pointer.definition, [...path, ...pointer.names]) !== "shown");
  return {
    kind: "document",
    blocks: (definition.blocks ?? []).map(({ name, fields }) => [name, membersOf(fields, [...path, name], visibility)]),
    references: unseen.map(({ steps }) => ({ steps, shape: { kind: "blank", many: false } })),
  };
}

function arrayOf(of: Shape): Shape {
  return of.kind === "blank" ? { kind: "blank", many: true } : { kind: "array", of };
}

function blockOf({ name, fields }: { name: string; fields: readonly FieldDefinition[] }, path: readonly string[], visibility: Visibility) {
  const own: Members = ["_type", "_key"].map((key) => [key, { kind: "scalar" }]);
  return [name, [...own, ...membersOf(fields, [...path, name], visibility)]] as const;
}
