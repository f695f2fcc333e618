import type { Entity, Schema, Table } from "../types.ts";

/** The tables of the entities that an entity's relations point to, by field name; for nested references by their path. */
export type Targets = ReadonlyMap<string, Table>;

/** The tables of all entities that an entity refers to. */
export function targetsOf(schema: Schema, entity: Entity): Targets {
  const relations = entity.fields.flatMap(({ name, target, references }) => [{ path: name, target }, ...references]);
  const tables = relations.map(({ path, target }) => [path, target === null ? undefined : schema.entities.get(target)?.table]);
  return new Map(tables.filter((one): one is [string, Table] => one[1] !== undefined));
}
