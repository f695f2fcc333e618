import { isPlainObject, movedInMarkdown, nodeRule, type Move, type NodeReference } from "@colophon/model";
import type { FieldDefinition } from "@colophon/config";
import type { Values } from "../../record-model/types.ts";

/** A field's value with its references moved, also nested ones; a list contains each reference only once. */
export function movedValue(definition: FieldDefinition, value: unknown, move: Move): unknown {
  if (targetOf(definition) === move.entity) return movedReference(value, move);
  if (definition.type === "object") return isPlainObject(value) ? movedMembers(definition.fields, value, move) : value;
  if (definition.type === "richtext") return movedText(definition, value, move);
  if (!Array.isArray(value)) return value;
  if (definition.type === "array") return value.map((item: unknown) => movedValue(definition.of as FieldDefinition, item, move));
  if (definition.type !== "blocks") return value;
  return value.map((item: unknown) => {
    const kind = isPlainObject(item) && definition.blocks.find(({ name }) => name === item["_type"]);
    return kind ? movedMembers(kind.fields, item, move) : item;
  });
}

/** Documents refer to assets by attributes of their nodes and own blocks, Markdown by links. */
function movedText(definition: FieldDefinition & { type: "richtext" }, value: unknown, move: Move): unknown {
  if (typeof value === "string") return movedInMarkdown(value, definition, move);
  if (definition.format !== "document" || !Array.isArray(value)) return value;
  return value.map((node: unknown) => {
    const kind = isPlainObject(node) && definition.blocks?.find(({ name }) => name === node["_type"]);
    return kind && isPlainObject(node["attrs"])
      ? { ...node, attrs: movedMembers(kind.fields, node["attrs"], move) }
      : movedNode(node, move);
  });
}

/** A node of any depth: its own reference, those of the links in its text, and those of its content. */
function movedNode(node: unknown, move: Move): unknown {
  if (!isPlainObject(node)) return node;
  const { content, marks } = node;
  const reference = nodeRule(String(node["_type"] ?? node["type"]))?.reference;
  const inside = {
    ...(Array.isArray(content) && { content: content.map((inner: unknown) => movedNode(inner, move)) }),
    ...(Array.isArray(marks) && { marks: marks.map((mark: unknown) => movedAttribute(mark, LINKED, move)) }),
  };
  return { ...(reference ? movedAttribute(node, reference, move) : node), ...inside };
}

/** A link names the entity of its record, as a node `record` does. */
const LINKED = { attribute: "id", to: "record" } as const;

function movedAttribute<T>(holder: T, { attribute, to }: NodeReference, { entity, from, to: id }: Move): T {
  const attrs = isPlainObject(holder) && holder["attrs"];
  if (!isPlainObject(attrs) || attrs[attribute] !== from) return holder;
  return (to === "record" ? attrs["entity"] : to) === entity ? { ...holder, attrs: { ...attrs, [attribute]: id } } : holder;
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
