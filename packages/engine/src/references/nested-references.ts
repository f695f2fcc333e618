/** Finds the references inside a field's objects, arrays, blocks and rich text. */
import type { FieldDefinition } from "@colophon/config";
import { itemDefinition, markdownPointers, pointersIn, type Pointer } from "@colophon/model";
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

interface Location {
  readonly names: readonly string[];
  readonly steps: readonly string[];
}

/** All references in a field, but not the field itself. */
export function nestedReferences(field: FieldDefinition): readonly Found[] {
  return targetOf(field) === null ? referencesAt(field, { names: [field.name], steps: [] }) : [];
}

function referencesAt(definition: FieldDefinition, { names, steps }: Location): readonly Found[] {
  const membersAt = (members: readonly FieldDefinition[], within: Location) =>
    members.flatMap((member) => referencesAt(member, { names: [...within.names, member.name], steps: [...within.steps, member.name] }));
  if (definition.type === "object") return membersAt(definition.fields, { names, steps });
  if (definition.type === "array") return referencesAt(itemDefinition(definition.of), { names, steps: [...steps, "*"] });
  if (definition.type === "blocks")
    return definition.blocks.flatMap((kind) =>
      membersAt(kind.fields, { names: [...names, kind.name], steps: [...steps, "*", `?${kind.name}`] }),
    );
  if (definition.type === "richtext") return referencesInText(definition, { names, steps });
  const target = targetOf(definition);
  if (target === null) return [];
  return [{ path: names.join("."), steps: leaf(definition, steps), definition, target, onDelete: chosenFor(definition) }];
}

/** Those of a document in its nodes, its marks and the project's own blocks; those of Markdown in its links. */
function referencesInText(definition: FieldDefinition & { type: "richtext" }, { names, steps }: Location): readonly Found[] {
  const ownBlocks = (definition.blocks ?? []).flatMap(({ name, fields }) =>
    fields.flatMap((field) =>
      referencesAt(field, { names: [...names, name, field.name], steps: [...steps, "*", `?${name}`, "attrs", field.name] }),
    ),
  );
  const pointed = pointersOf(definition).flatMap(({ names: own, steps: way, definition: inside }): readonly Found[] => {
    const target = targetOf(inside);
    if (target === null) return [];
    return [{ path: [...names, ...own].join("."), steps: [...steps, ...way], definition: inside, target, onDelete: chosenFor(inside) }];
  });
  return [...pointed, ...ownBlocks];
}

/** References of one kind in rich text. */
interface TextPointer {
  /** Their path below the field. */
  readonly names: readonly string[];
  readonly steps: readonly string[];
  readonly definition: FieldDefinition;
}

/** All kinds of references in a field of rich text, without those in its own blocks. */
export function pointersOf(definition: FieldDefinition & { type: "richtext" }): readonly TextPointer[] {
  if (definition.format === "blocks") return [];
  if (definition.format === "document") return pointersIn(definition).map((pointer) => ({ ...pointer, steps: pointerSteps(pointer) }));
  return markdownPointers(definition).map((pointer) => ({ ...pointer, steps: [`${IN_TEXT}${pointer.entity ?? ""}`] }));
}

/** The path from a document to its references of a kind. */
function pointerSteps({ of, entity, attribute }: Pointer): readonly string[] {
  return [`^${of}${entity === null ? "" : `:${entity}`}`, "attrs", attribute];
}

/** Whether a path with this step leads to any number of values. */
export function isListStep(step: string): boolean {
  return step === "*" || step === "-" || step.startsWith("^") || step.startsWith(IN_TEXT);
}

const IN_TEXT = "~";

/** The entity that references in Markdown name, empty for images; null for references that are values of their own. */
export function markdownTargetOf({ steps }: Pick<NestedReference, "steps">): string | null {
  const last = steps.at(-1) ?? "";
  return last.startsWith(IN_TEXT) ? last.slice(IN_TEXT.length) : null;
}

/** An id of a list is deleted together with its item. */
function leaf(definition: FieldDefinition, steps: readonly string[]): readonly string[] {
  if ("many" in definition && definition.many) return [...steps, "-"];
  return steps.at(-1) === "*" ? [...steps.slice(0, -1), "-"] : steps;
}

/** The same path for PostgreSQL, from a field's JSON, or from a member of content. */
export function jsonPathOf(steps: readonly string[], member?: string): string {
  const parts = steps.map((step) => {
    if (step.startsWith(IN_TEXT)) return "";
    if (step.startsWith("^")) return nodesPath(step.slice(1));
    if (step === "*" || step === "-") return "[*]";
    return step.startsWith("?") ? ` ? (@."_type" == "${step.slice(1)}")` : `."${step}"`;
  });
  return `$${member === undefined ? "" : `."${member}"`}${parts.join("")}`;
}

/** The nodes or marks of a document with a name, and an entity in their attributes. Only nodes with content have others; own blocks have none. */
function nodesPath(step: string): string {
  const [of = ""] = step.split(":");
  return `[*] ? (exists (@."content") || ${isTop(of)}).** ? (${isNodeOf(step)})`;
}

const isTop = (of: string): string => `@."_type" == "${of}"`;

/** The condition that a node or mark has a name, and an entity in its attributes: `record:article`. */
export function isNodeOf(step: string): string {
  const [of = "", entity] = step.split(":");
  const isEntity = entity === undefined ? "" : ` && @."attrs"."entity" == "${entity}"`;
  return `(@."type" == "${of}" || ${isTop(of)})${isEntity}`;
}

/** The path from a document to all nodes and marks of these names, which are found together. */
export function nodesOfKinds(kinds: readonly string[]): string {
  return `[*] ? (exists (@."content") || ${kinds.map(isTop).join(" || ")}).** ? (${kinds.map(isNodeOf).join(" || ")})`;
}
