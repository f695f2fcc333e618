import type { EntityFieldDefinition } from "@colophon/config";

/** A filter of the records that refer to this one by a relation, or by a reference inside objects, arrays and blocks. */
export function referringTo(id: string | null, path: string, fields: readonly EntityFieldDefinition[]): Readonly<Record<string, unknown>> {
  const relation = fields.find(({ name }) => name === path);
  const isToMany = relation !== undefined && "many" in relation && relation.many;
  return { [path]: isToMany ? { $has: id } : id };
}
