/** What documents embed unless their configuration says otherwise. */
import { isPlainObject } from "@colophon/model";
import type { EntityDefinition } from "./define.ts";

/** The entities with `embeds` in every document that lacks it: all collections of the project. */
export function withEmbeds(entities: readonly EntityDefinition[]): readonly EntityDefinition[] {
  const collections = entities.filter(({ global }) => !global).map(({ name }) => name);
  return entities.map((entity) => ({ ...entity, fields: entity.fields.map((field) => embedding(field, collections)) }));
}

function embedding<T>(definition: T, collections: readonly string[]): T {
  if (!isPlainObject(definition)) return definition;
  const inside = (list: readonly unknown[]) => list.map((one) => embedding(one, collections));
  const { type, format, embeds, fields, of, blocks } = definition;
  const isDocument = type === "richtext" && format === "document";
  return {
    ...definition,
    ...(isDocument && embeds === undefined && { embeds: collections }),
    ...(Array.isArray(fields) && { fields: inside(fields) }),
    ...(isPlainObject(of) && { of: embedding(of, collections) }),
    ...(Array.isArray(blocks) && { blocks: inside(blocks) }),
  };
}
