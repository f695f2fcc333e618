/** Names of entities inside the description. Configured names never begin with `_`, so none is equal to a built-in one. */
import type { Entity, Schema } from "@colophon/engine";

/** The suffixes of an entity's components. */
const SUFFIXES = ["Record", "Written", "Content", "Create", "Update", "Draft", "NewDraft", "New", "Change", "Bulk"] as const;
export type Suffix = (typeof SUFFIXES)[number];

const stems = new WeakMap<Schema, ReadonlyMap<string, string>>();

function pascal(name: string): string {
  const words = name.split(/[-_]+/).filter((word) => word !== "");
  const joined = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
  return name.startsWith("_") ? `_${joined}` : joined;
}

/** `blog-post` and `blogPost` would have the same name: the later one gets a number. */
function makeStems(schema: Schema): ReadonlyMap<string, string> {
  const taken = new Set<string>();
  const components = (stem: string) => SUFFIXES.map((suffix) => `${stem}${suffix}`.toLowerCase());
  return new Map(
    [...schema.entities.keys()].map((name) => {
      let stem = pascal(name);
      for (let at = 2; components(stem).some((component) => taken.has(component)); at += 1) stem = `${pascal(name)}_${at}`;
      for (const component of components(stem)) taken.add(component);
      return [name, stem];
    }),
  );
}

/** The prefix of an entity's components: `blog-post` → `BlogPost`, `_image` → `_Image`. */
function stemOf(schema: Schema, entityName: string): string {
  const known = stems.get(schema) ?? makeStems(schema);
  stems.set(schema, known);
  return known.get(entityName) ?? entityName;
}

/** The component of an entity. */
export function componentOf(schema: Schema, entityName: string, suffix: Suffix): string {
  return `${stemOf(schema, entityName)}${suffix}`;
}

/** An entity's name for people. */
export function titleOf(schema: Schema, { name }: Pick<Entity, "name">): string {
  return schema.config.entities.find((definition) => definition.name === name)?.title ?? name;
}
