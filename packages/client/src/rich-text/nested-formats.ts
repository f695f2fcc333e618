/** Stored values whose rich text, at any depth, is in another format than its field has now. */
import { isPlainObject, itemDefinition, type BlockDefinition, type FieldDefinition } from "@colophon/model";
import { changeFormat, type RichTextDefinition } from "./format-changes.ts";

export interface NewFormats {
  readonly value: unknown;
  /** The paths of texts of which a part can't be said in the new format, without positions in lists. */
  readonly lost: readonly string[];
  /** Whether there was such a text. */
  readonly isChanged: boolean;
}

interface Pass {
  readonly lost: Set<string>;
  isChanged: boolean;
}

/**
 * A stored value with its rich text as the definition stores it now. Members and blocks get their new names; what else doesn't fit the
 * definition stays as it is.
 */
export function inNewFormats(definition: FieldDefinition, stored: unknown): NewFormats {
  const pass: Pass = { lost: new Set(), isChanged: false };
  const value = converted(definition, stored, definition.name, pass);
  return { value, lost: [...pass.lost], isChanged: pass.isChanged };
}

function converted(definition: FieldDefinition, value: unknown, path: string, pass: Pass): unknown {
  if (definition.type === "richtext") return textOf(definition, value, path, pass);
  if (definition.type === "object") return isPlainObject(value) ? members(definition.fields, value, path, pass) : value;
  if (definition.type === "array") {
    const item = itemDefinition(definition.of);
    return Array.isArray(value) ? value.map((element) => converted(item, element, path, pass)) : converted(item, value, path, pass);
  }
  if (definition.type !== "blocks" || !Array.isArray(value)) return value;
  return value.map((block: unknown) => {
    const kind = kindOf(definition.blocks, block);
    return kind && isPlainObject(block) ? { ...members(kind.fields, block, `${path}.${kind.name}`, pass), _type: kind.name } : block;
  });
}

function textOf(definition: RichTextDefinition, value: unknown, path: string, pass: Pass): unknown {
  if (definition.format === "document" && Array.isArray(value)) return ownBlocks(definition, value, path, pass);
  const isWholeValue = path === definition.name && typeof value === "object" && value !== null;
  const isOther = definition.format === "document" ? typeof value === "string" : isWholeValue || isBlocks(value);
  if (!isOther || definition.format === "blocks") return value;
  const { text, isWhole } = changeFormat(definition, typeof value === "string" ? value : JSON.stringify(value));
  pass.isChanged = true;
  if (!isWhole) pass.lost.add(path);
  return definition.format === "document" ? JSON.parse(text) : text;
}

function isBlocks(value: unknown): boolean {
  return Array.isArray(value) && value.every((block) => isPlainObject(block) && typeof block["_type"] === "string");
}

/** The project's own blocks in a document have their fields as attributes. */
function ownBlocks({ blocks = [] }: RichTextDefinition, nodes: readonly unknown[], path: string, pass: Pass): unknown {
  return nodes.map((node) => {
    const kind = kindOf(blocks, node);
    if (!kind || !isPlainObject(node) || !isPlainObject(node["attrs"])) return node;
    return { ...node, _type: kind.name, attrs: members(kind.fields, node["attrs"], `${path}.${kind.name}`, pass) };
  });
}

function kindOf(kinds: readonly BlockDefinition[], block: unknown): BlockDefinition | undefined {
  const type = isPlainObject(block) ? block["_type"] : undefined;
  if (typeof type !== "string") return undefined;
  return kinds.find(({ name }) => name === type) ?? kinds.find(({ renamedFrom }) => renamedFrom === type);
}

function members(fields: readonly FieldDefinition[], value: Record<string, unknown>, path: string, pass: Pass): Record<string, unknown> {
  const next = { ...value };
  for (const field of fields) {
    const { name, renamedFrom = name } = field;
    const stored = Object.hasOwn(value, name) ? name : renamedFrom;
    if (!Object.hasOwn(value, stored)) continue;
    delete next[stored];
    next[name] = converted(field, value[stored], `${path}.${name}`, pass);
  }
  return next;
}
