/** A field's JSON without references to deleted records. */
import { isClearedLater, jsonPathOf } from "../references/nested-references.ts";
import type { Targets } from "../plan/targets.ts";
import type { Field, NestedReference, Table } from "../types.ts";
import { isRemoved, isThereIn, whileRemoving } from "./removed.ts";
import { isTrashed } from "./trash/trashed.ts";
import { allOf, sql, table } from "./sql.ts";
import type { Sql } from "./sql.ts";

/** The ids at the path of a nested reference, each once, as a set. */
export function idsIn(json: Sql, { steps }: Pick<NestedReference, "steps">): Sql {
  return sql`cms.ids_in(${json}, ${jsonPathOf(steps)}::jsonpath)`;
}

function without(json: Sql, references: readonly NestedReference[], isGone: (id: Sql, reference: NestedReference) => Sql): Sql {
  return references.reduce((kept, reference) => {
    const gone = sql`array(select i from ${idsIn(json, reference)} i where ${isGone(sql`i`, reference)})`;
    return sql`cms.without_references(${kept}, ${reference.steps}::text[], ${gone})`;
  }, json);
}

/** Of a live value: foreign keys have removed the others, except those to records that are being removed, or in the trash. */
export function existingJson({ references }: Field, stored: Sql): Sql {
  const trashed = references.filter(({ trashable }) => trashable);
  const json = trashed.length === 0 ? stored : without(stored, trashed, isTrashed);
  const emptied = references.filter(isClearedLater);
  return emptied.length === 0 ? json : whileRemoving(without(json, emptied, isRemoved), json);
}

/** Of a value from the history, which has no foreign keys. */
export function keptJson({ references }: Field, json: Sql, targets: Targets): Sql {
  const known = references.filter(({ path }) => targets.has(path));
  const isThere = (id: Sql, of: Table) =>
    sql`exists (select from ${table(of)} x where ${allOf([sql`x.id = ${id}`, ...isThereIn(of, "x")])})`;
  return without(json, known, (id, { path }) => {
    const of = targets.get(path);
    return of ? sql`not ${isThere(id, of)}` : sql`false`;
  });
}
