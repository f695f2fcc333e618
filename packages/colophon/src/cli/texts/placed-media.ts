/** Values that contain media at any depth: each path of a file becomes the id of an asset. */
import type { FieldDefinition } from "@colophon/config";
import { isPlainObject, isUuid, itemDefinition } from "@colophon/model";

type IdOf = (path: unknown) => Promise<unknown>;

const MEDIA: ReadonlySet<string> = new Set(["image", "video", "file"]);

/** @param idOf - gets what stands in the place of an id */
export async function placedMedia(definition: FieldDefinition, value: unknown, idOf: IdOf): Promise<unknown> {
  const each = (values: readonly unknown[], one: (value: unknown) => Promise<unknown>) => Promise.all(values.map(one));
  if (MEDIA.has(definition.type)) {
    const toId = async (path: unknown) => (isUuid(path) ? path : idOf(path));
    return Array.isArray(value) ? each(value, toId) : toId(value);
  }
  if (definition.type === "object") return isPlainObject(value) ? members(definition.fields, value, idOf) : value;
  if (!Array.isArray(value)) return value;
  if (definition.type === "array") {
    const item = itemDefinition(definition.of);
    return each(value, (one) => placedMedia(item, one, idOf));
  }
  if (definition.type !== "blocks") return value;
  return each(value, async (block) => {
    const kind = isPlainObject(block) ? definition.blocks.find(({ name }) => name === block["_type"]) : undefined;
    return kind && isPlainObject(block) ? members(kind.fields, block, idOf) : block;
  });
}

async function members(fields: readonly FieldDefinition[], value: Readonly<Record<string, unknown>>, idOf: IdOf): Promise<object> {
  const placed = Object.entries(value).map(async ([name, member]) => {
    const field = fields.find((one) => one.name === name);
    return [name, field ? await placedMedia(field, member, idOf) : member] as const;
  });
  return Object.fromEntries(await Promise.all(placed));
}
