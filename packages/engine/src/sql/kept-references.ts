/** A field's JSON without references to deleted records. */
import { isClearedLater, jsonPathOf, markdownTargetOf } from "../references/nested-references.ts";
import type { Targets } from "../plan/targets.ts";
import type { Field, NestedReference, Table } from "../types.ts";
import { existsIn, isRemoved, isTrashedAlone, whileRemoving } from "./removed.ts";
import { isTrashed } from "./trash/trashed.ts";
import { allOf, sql, table } from "./sql.ts";
import type { Sql } from "./sql.ts";

/** The ids at the path of a nested reference, each once, as a set. */
export function idsIn(json: Sql, { steps }: Pick<NestedReference, "steps">): Sql {
  return sql`cms.ids_in(${json}, ${jsonPathOf(steps)}::jsonpath)`;
}

/** The references that are values of their own: those in Markdown stay in the text, whatever happens to their records. */
function inJson<T extends Pick<NestedReference, "steps">>(references: readonly T[]): readonly T[] {
  return references.filter((reference) => markdownTargetOf(reference) === null);
}

function without(json: Sql, references: readonly NestedReference[], isGone: (id: Sql, reference: NestedReference) => Sql): Sql {
  return references.reduce((kept, reference) => {
    const gone = sql`array(select i from ${idsIn(json, reference)} i where ${isGone(sql`i`, reference)})`;
    return sql`cms.without_references(${kept}, ${reference.steps}::text[], ${gone})`;
  }, json);
}

/** The value with the ids to which references to translatable entities are moving. */
function presentJson(json: Sql, references: readonly Pick<NestedReference, "group" | "steps">[]): Sql {
  const moving = inJson(references).filter(({ group }) => group);
  if (moving.length === 0) return json;
  const moved = moving.reduce(
    (held, one) => sql`cms.with_present_references(${held}, ${jsonPathOf(one.steps)}::jsonpath, ${one.steps}::text[])`,
    json,
  );
  return whileRemoving(moved, json);
}

/** The same of a field's value in the JSON of a draft, relations included. */
export function presentValue({ group, storage, references }: Field, json: Sql): Sql {
  return presentJson(json, group ? [{ group, steps: storage.kind === "junction" ? ["-"] : [] }] : references);
}

/** Of a live value: foreign keys have removed the others, except those to records that are being removed, or in the trash. */
export function existingJson({ references: all }: Pick<Field, "references">, stored: Sql): Sql {
  const references = inJson(all);
  const trashed = references.filter(({ trashable }) => trashable);
  const isInTrash = (id: Sql, { group }: NestedReference) => (group ? isTrashedAlone(group, id) : isTrashed(id));
  const present = presentJson(stored, references);
  const json = trashed.length === 0 ? present : without(present, trashed, isInTrash);
  const emptied = references.filter(isClearedLater);
  return emptied.length === 0 ? json : whileRemoving(without(json, emptied, isRemoved), json);
}

/** Of a value from the history, which has no foreign keys. */
export function keptJson({ references }: Field, json: Sql, targets: Targets): Sql {
  const known = inJson(references).filter(({ path }) => targets.has(path));
  const exists = (id: Sql, of: Table) => sql`exists (select from ${table(of)} x where ${allOf([sql`x.id = ${id}`, ...existsIn(of, "x")])})`;
  return without(presentJson(json, references), known, (id, { path }) => {
    const of = targets.get(path);
    return of ? sql`not ${exists(id, of)}` : sql`false`;
  });
}
