import { isPlainObject } from "@colophon/model";

/** A named part of a configuration: its name in messages, and its path. */
export interface Part {
  /** `the field "seo" of "article"`: equal for parts that can't both exist. */
  readonly noun: string;
  readonly path: string;
}

/** Entities, their fields, roles, jobs and custom routes: parts that several plugins might add under the same name. */
export function partsOf(config: unknown): readonly Part[] {
  const entities = named(config, "entities");
  return [
    ...entities.flatMap(({ name, path, item }) => [
      { noun: `the entity "${name}"`, path },
      ...named(item, "fields", path).map((field) => ({ noun: `the field "${field.name}" of "${name}"`, path: field.path })),
    ]),
    ...named(config, "roles").map(({ name, path }) => ({ noun: `the role "${name}"`, path })),
    ...named(config, "jobs").map(({ name, path }) => ({ noun: `the job "${name}"`, path })),
    ...named(config, "customRoutes").map(({ name, path, item }) => ({
      noun: `the custom route ${String(item["method"] ?? "GET")} "${name}"`,
      path,
    })),
  ];
}

function named(parent: unknown, list: string, at = "") {
  const items: unknown = isPlainObject(parent) ? parent[list] : undefined;
  if (!Array.isArray(items)) return [];
  return items.flatMap((item: unknown, index) => {
    const name = isPlainObject(item) ? item["name"] : undefined;
    if (!isPlainObject(item) || typeof name !== "string") return [];
    return [{ name, item, path: `${at === "" ? "" : `${at}.`}${list}[${index}]` }];
  });
}
