/** Definitions without the members that a reader may not see: in objects, arrays and blocks, at every depth. */
import type { FieldDefinition } from "@colophon/config";
import { CHOSEN_NODES, isPlainObject, NODES, nodesOf, pointersIn, slugSources } from "@colophon/model";

/** Whether a member is visible. Its path contains the names of its parent fields and blocks. */
export type Sees = (definition: FieldDefinition, path: readonly string[]) => boolean;

/** The visible fields, each without its invisible parts. A slug doesn't name an invisible source, a condition no invisible field. */
export function cutFields(fields: readonly FieldDefinition[], sees: Sees, path: readonly string[] = []): readonly FieldDefinition[] {
  const cut = fields
    .filter((field) => sees(field, [...path, field.name]))
    .map((field) => cutDefinition(field, sees, [...path, field.name]));
  return cut.map((field) => withoutUnseenCondition(withoutUnseenSource(field, cut), cut));
}

/** The role then doesn't know either whether a field is required. */
function withoutUnseenCondition(definition: FieldDefinition, level: readonly FieldDefinition[]): FieldDefinition {
  const { condition, ...admin } = definition.admin ?? {};
  if (condition === undefined || Object.keys(condition).every((name) => isDefined(name.split("."), level))) return definition;
  return { ...definition, required: false, admin };
}

function isDefined([name, ...rest]: readonly string[], level: readonly FieldDefinition[]): boolean {
  const found = level.find((definition) => definition.name === name);
  return found !== undefined && (rest.length === 0 || (found.type === "object" && isDefined(rest, found.fields)));
}

function withoutUnseenSource(definition: FieldDefinition, level: readonly FieldDefinition[]): FieldDefinition {
  if (definition.type !== "slug" || slugSources(definition.from).every((path) => isSource(path.split("."), level))) return definition;
  const { from: _, ...rest } = definition;
  return rest;
}

/** Whether a source of a slug is visible, or the relation that leads to it. */
function isSource([name = "", ...rest]: readonly string[], level: readonly FieldDefinition[]): boolean {
  const found = level.find((definition) => definition.name === name);
  return found !== undefined && (found.type !== "object" || isDefined([name, ...rest], level));
}

function cutDefinition(definition: FieldDefinition, sees: Sees, path: readonly string[]): FieldDefinition {
  const inner = withInnerCut(definition, sees, path);
  return inner === definition || definition.default === undefined ? inner : { ...inner, default: cutValue(inner, definition.default) };
}

function withInnerCut(definition: FieldDefinition, sees: Sees, path: readonly string[]): FieldDefinition {
  if (definition.type === "object") return { ...definition, fields: cutFields(definition.fields, sees, path) };
  if (definition.type === "array") return { ...definition, of: cutDefinition(definition.of, sees, path) };
  if (definition.type === "richtext" && definition.format === "document") return cutDocument(definition, sees, path);
  if (definition.type !== "blocks") return definition;
  const blocks = definition.blocks.map((block) => ({ ...block, fields: cutFields(block.fields, sees, [...path, block.name]) }));
  return { ...definition, blocks };
}

/** A document's nodes, entities and own blocks, as far as the role may see what they refer to. */
function cutDocument(definition: FieldDefinition & { type: "richtext" }, sees: Sees, path: readonly string[]): FieldDefinition {
  const unseen = pointersIn(definition).filter((pointer) => !sees(pointer.definition, [...path, ...pointer.names]));
  const nodes = nodesOf(definition).filter((name) => !NODES[name].reference || !unseen.some(({ names }) => names.join() === name));
  const isCut = nodes.length < nodesOf(definition).length;
  return {
    ...definition,
    ...(isCut && nodes.length < CHOSEN_NODES.length && { nodes }),
    ...(definition.embeds && { embeds: definition.embeds.filter((entity) => !unseen.some((pointer) => pointer.entity === entity)) }),
    ...(definition.blocks && {
      blocks: definition.blocks.map((block) => ({ ...block, fields: cutFields(block.fields, sees, [...path, block.name]) })),
    }),
  };
}

/** The value with only the members of the definition. */
function cutValue(definition: FieldDefinition, value: unknown): unknown {
  if (definition.type === "object") return cutMembers(definition.fields, value);
  if (definition.type === "array" && Array.isArray(value)) return value.map((item) => cutValue(definition.of, item));
  if (definition.type !== "blocks" || !Array.isArray(value)) return value;
  const fieldsOf = new Map(definition.blocks.map(({ name, fields }) => [name, fields]));
  return value.map((block: unknown) => {
    const fields = isPlainObject(block) ? fieldsOf.get(String(block["_type"])) : undefined;
    return fields ? cutMembers(fields, block) : block;
  });
}

function cutMembers(fields: readonly FieldDefinition[], value: unknown): unknown {
  if (!isPlainObject(value)) return value;
  const byName = new Map(fields.map((field) => [field.name, field]));
  const members = Object.entries(value).flatMap(([name, member]): [string, unknown][] => {
    const field = byName.get(name);
    if (field) return [[name, cutValue(field, member)]];
    return name.startsWith("_") ? [[name, member]] : [];
  });
  return Object.fromEntries(members);
}
