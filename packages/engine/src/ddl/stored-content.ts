/** The tables that store records as JSON by field name, in a column `data`. */
import type { Entity, Table } from "../types.ts";

export const VERSIONS: Table = { schema: "cms", name: "versions" };
export const TRASH: Table = { schema: "cms", name: "trash" };

/** Those with rows of an entity: the history, and the trash if the entity has one. */
export function namedValuesOf({ trash }: Pick<Entity, "trash">): readonly Table[] {
  return [VERSIONS, ...(trash ? [TRASH] : [])];
}
