/** The components of Strapi, alone and in dynamic zones, as objects and blocks: what these have no place for is named. */
import type { BlockDefinition, FieldDefinition } from "@colophon/config";
import { isPlainObject } from "@colophon/model";
import { bodyValue } from "../texts/body-value.ts";
import { blocksHtml } from "./strapi-blocks.ts";

type Members = Readonly<Record<string, unknown>>;

/** Members of components that aren't content. */
const OWN: ReadonlySet<string> = new Set(["id", "__component", "documentId", "createdAt", "updatedAt", "publishedAt", "locale"]);

/** The value of a field from components. @param lost - gets the paths of what is left out */
export function fromComponents(definition: FieldDefinition, value: unknown, path: string, lost: Set<string>): unknown {
  if (value === null || value === undefined) return value;
  if (definition.type === "object") return isPlainObject(value) ? members(definition.fields, value, path, lost) : value;
  if (definition.type === "array" && Array.isArray(value)) {
    const item = { name: definition.name, ...(definition.of as object) } as FieldDefinition;
    return value.map((element: unknown) => fromComponents(item, element, path, lost));
  }
  if (definition.type === "blocks" && Array.isArray(value))
    return value.flatMap((element: unknown) => block(definition.blocks, element, path, lost));
  if (definition.type === "richtext") return richText(definition, value);
  if (definition.type === "image" || definition.type === "video" || definition.type === "file")
    return filesOf(definition, value, path, lost);
  if (definition.type !== "relation" || (Array.isArray(value) && value.length === 0)) return value;
  lost.add(path);
  return undefined;
}

/** The addresses of files. */
function filesOf({ many }: { readonly many?: boolean | undefined }, value: unknown, path: string, lost: Set<string>): unknown {
  const [first, ...more] = [value].flat().map((file: unknown) => (isPlainObject(file) ? file["url"] : file));
  if (many) return first === undefined ? [] : [first, ...more];
  if (more.length > 0) lost.add(`${path}: all files but the first`);
  return first;
}

function richText(definition: Extract<FieldDefinition, { type: "richtext" }>, value: unknown): unknown {
  const none = (): null => null;
  if (Array.isArray(value)) return bodyValue(definition, { kind: "html", text: blocksHtml(value) }, none).value;
  return typeof value === "string" ? bodyValue(definition, { kind: "markdown", text: value }, none).value : value;
}

/** `shared.rich-text` is the block `richText`. */
function block(kinds: readonly BlockDefinition[], value: unknown, path: string, lost: Set<string>): readonly Members[] {
  if (!isPlainObject(value)) return [];
  const component = String(value["__component"]);
  const name = component.replace(/^.*\./, "").replaceAll(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
  const kind = kinds.find((type) => type.name === name);
  if (kind) return [{ _type: name, ...members(kind.fields, value, `${path}.${name}`, lost) }];
  lost.add(`${path}: ${component}`);
  return [];
}

function members(fields: readonly FieldDefinition[], value: Members, path: string, lost: Set<string>): Members {
  const known = Object.entries(value).flatMap(([name, member]): [string, unknown][] => {
    if (OWN.has(name) || member === null || member === undefined) return [];
    const field = fields.find((definition) => definition.name === name);
    if (field) return [[name, fromComponents(field, member, `${path}.${name}`, lost)]];
    lost.add(`${path}.${name}`);
    return [];
  });
  return Object.fromEntries(known.filter(([, member]) => member !== undefined));
}
