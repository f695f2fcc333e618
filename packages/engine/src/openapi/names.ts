/** How entities are called inside the description. Configured names never begin with `_`, so none can meet a built-in one. */
import type { Entity, Schema } from "../types.ts";

const stems = new WeakMap<Schema, ReadonlyMap<string, string>>();

function pascal(name: string): string {
  const words = name.split(/[-_]+/).filter((word) => word !== "");
  const joined = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
  return name.startsWith("_") ? `_${joined}` : joined;
}

/** `blog-post` and `blogPost` are two entities and would be one word: the later one is counted on. */
function makeStems(schema: Schema): ReadonlyMap<string, string> {
  const taken = new Set<string>();
  return new Map(
    [...schema.entities.keys()].map((name) => {
      let stem = pascal(name);
      for (let at = 2; taken.has(stem.toLowerCase()); at += 1) stem = `${pascal(name)}_${at}`;
      taken.add(stem.toLowerCase());
      return [name, stem];
    }),
  );
}

/** What the components of an entity begin with: `blog-post` → `BlogPost`, `_image` → `_Image`. */
export function stemOf(schema: Schema, entityName: string): string {
  const known = stems.get(schema) ?? makeStems(schema);
  stems.set(schema, known);
  return known.get(entityName) ?? entityName;
}

/** What people call the entity. */
export function titleOf(schema: Schema, { name }: Pick<Entity, "name">): string {
  return schema.config.entities.find((definition) => definition.name === name)?.title ?? name;
}
