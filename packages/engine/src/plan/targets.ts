import type { Entity, Schema, Table } from "../types.ts";

/** Where the records are kept that an entity's relations point to, by the name of the field; nested ones by their path. */
export type Targets = ReadonlyMap<string, Table>;

/** The tables of all that an entity points to. */
export function targetsOf(schema: Schema, entity: Entity): Targets {
  const relations = entity.fields.flatMap(({ name, target, references }) => [{ path: name, target }, ...references]);
  const tables = relations.map(({ path, target }) => [path, target === null ? undefined : schema.entities.get(target)?.table]);
  return new Map(tables.filter((one): one is [string, Table] => one[1] !== undefined));
}
