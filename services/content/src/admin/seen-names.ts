/** Whether a role may read everything that a part of `admin` names. */
import type { AdminFilter } from "@colophon/config";
import { seesPath, type Schema } from "@colophon/engine";

export type Sees = (path: string) => boolean;

/** By dotted paths from this entity. */
export function seesFrom(schema: Schema, role: string, entity: string): Sees {
  return (path) => seesPath(schema, role, entity, path);
}

interface Chosen {
  readonly filter?: AdminFilter | undefined;
  readonly sort?: string | undefined;
}

/** A filter or order without one of its parts would show other rows, so it is shown completely or not at all. */
export function seesChoice(sees: Sees, { filter = {}, sort }: Chosen): boolean {
  return [...Object.keys(filter), ...sortedBy(sort)].every(sees);
}

function sortedBy(sort: string | undefined): readonly string[] {
  return sort === undefined ? [] : sort.split(",").map((key) => key.replace(/^-/, ""));
}
