/** Finds the references inside a field's objects, arrays and blocks. */
import type { FieldDefinition } from "@colophon/config";
import { itemDefinition } from "@colophon/model";
import type { NestedReference, OnDelete } from "../types.ts";

/** The entity that a definition points to. */
export function targetOf(definition: FieldDefinition): string | null {
  if (definition.type === "relation") return definition.to;
  return definition.type === "image" || definition.type === "video" || definition.type === "file" ? `_${definition.type}` : null;
}

/** The configured action for a reference when its record is deleted. */
export function chosenFor(definition: FieldDefinition): OnDelete {
  const chosen = ("onDelete" in definition ? definition.onDelete : undefined) ?? (definition.required ? "restrict" : "setNull");
  if (chosen === "restrict") return "no action"; // as strict as RESTRICT, but a record may still refer to itself
  return chosen === "cascade" ? "cascade" : "set null";
}

/** Whether it reads as empty at once when its record is removed, and may be cleared later. */
export function isClearedLater({ onDelete }: Pick<NestedReference, "onDelete">): boolean {
  return onDelete === "set null";
}

/** A reference, without the properties of its target entity. */
type Found = Omit<NestedReference, "trashable" | "group">;

interface Place {
  readonly names: readonly string[];
  readonly steps: readonly string[];
}

/** All references in a field, but not the field itself. */
export function nestedReferences(field: FieldDefinition): readonly Found[] {
  return targetOf(field) === null ? referencesAt(field, { names: [field.name], steps: [] }) : [];
}

function referencesAt(definition: FieldDefinition, { names, steps }: Place): readonly Found[] {
  const membersAt = (members: readonly FieldDefinition[], within: Place) =>
    members.flatMap((one) => referencesAt(one, { names: [...within.names, one.name], steps: [...within.steps, one.name] }));
  if (definition.type === "object") return membersAt(definition.fields, { names, steps });
  if (definition.type === "array") return referencesAt(itemDefinition(definition.of), { names, steps: [...steps, "*"] });
  if (definition.type === "blocks")
    return definition.blocks.flatMap((kind) =>
      membersAt(kind.fields, { names: [...names, kind.name], steps: [...steps, "*", `?${kind.name}`] }),
    );
  const target = targetOf(definition);
  if (target === null) return [];
  return [{ path: names.join("."), steps: leaf(definition, steps), definition, target, onDelete: chosenFor(definition) }];
}

/** An id of a list is deleted together with its item. */
function leaf(definition: FieldDefinition, steps: readonly string[]): readonly string[] {
  if ("many" in definition && definition.many) return [...steps, "-"];
  return steps.at(-1) === "*" ? [...steps.slice(0, -1), "-"] : steps;
}

/** The same path for PostgreSQL, from a field's JSON, or from a member of content. */
export function jsonPathOf(steps: readonly string[], member?: string): string {
  const parts = steps.map((step) => {
    if (step === "*" || step === "-") return "[*]";
    return step.startsWith("?") ? ` ? (@."_type" == "${step.slice(1)}")` : `."${step}"`;
  });
  return `$${member === undefined ? "" : `."${member}"`}${parts.join("")}`;
}
