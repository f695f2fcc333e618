/** A field's JSON without references to deleted records. */
import { isClearedLater, jsonPathOf, markdownTargetOf } from "../references/nested-references.ts";
import type { Targets } from "../references/reference-tables.ts";
import type { Field, NestedReference, Table } from "../types.ts";
import { existsIn, isRemoved, isTrashedAlone, whileRemoving, isTrashed } from "./removed.ts";
import { allOf, jsonPath, literal, sql, table, usingOnce, type Sql } from "./sql.ts";

/** The ids at the path of a nested reference, each once, as a set. For references in Markdown the value may also be the text itself. */
export function idsIn(value: Sql, { steps }: Pick<NestedReference, "steps">): Sql {
  const json = markdownTargetOf({ steps }) === null ? value : sql`to_jsonb(${value})`;
  return idsAt(json, jsonPath(jsonPathOf(steps)), steps);
}

/** The ids of a nested reference at a path of JSON. */
export function idsAt(json: Sql, path: Sql, steps: readonly string[]): Sql {
  const entity = markdownTargetOf({ steps });
  return entity === null ? sql`cms.ids_in(${json}, ${path})` : sql`cms.ids_in_text(${json}, ${path}, ${literal(entity)})`;
}

/** The references that are values of their own: those in Markdown stay in the text, whatever happens to their records. */
function inJson<T extends Pick<NestedReference, "steps">>(references: readonly T[]): readonly T[] {
  return references.filter((reference) => markdownTargetOf(reference) === null);
}

/** The value without the ids that are gone. Those of each reference are looked for in it as it is: what another one loses doesn't change them. */
function without(json: Sql, references: readonly NestedReference[], isMissing: (id: Sql, reference: NestedReference) => Sql): Sql {
  return usingOnce(json, (value) =>
    references.reduce((left, reference) => {
      const gone = sql`array(select i from ${idsIn(value, reference)} i where ${isMissing(sql`i`, reference)})`;
      return sql`cms.without_references(${left}, ${reference.steps}::text[], ${gone})`;
    }, value),
  );
}

/** The value with the ids to which references to translatable entities are moving. */
function presentJson(json: Sql, references: readonly Pick<NestedReference, "group" | "steps">[]): Sql {
  const moving = inJson(references).filter(({ group }) => group);
  if (moving.length === 0) return json;
  const moved = moving.reduce(
    (held, reference) => sql`cms.with_present_references(${held}, ${jsonPath(jsonPathOf(reference.steps))}, ${reference.steps}::text[])`,
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
