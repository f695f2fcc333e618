/** Slugs that are generated from texts of the record, and of records that it refers to. */
import { toSlug } from "@colophon/config";
import { isPlainObject, slugSources } from "@colophon/model";
import type { Entity, Field } from "../types.ts";

type Values = Readonly<Record<string, unknown>>;

/** The texts of related records, by the path of the source. */
export type RelatedTexts = Readonly<Record<string, string>>;

function pathsOf({ definition }: Pick<Field, "definition">): readonly (readonly string[])[] {
  return definition.type === "slug" ? slugSources(definition.from).map((path) => path.split(".")) : [];
}

/** The text at a path of the record itself; null if there is none. */
export function ownText(values: Values, [name = "", ...rest]: readonly string[]): string | null {
  const value = Object.hasOwn(values, name) ? values[name] : null;
  if (rest.length > 0) return isPlainObject(value) ? ownText(value, rest) : null;
  return typeof value === "string" && value !== "" ? value : null;
}

/** The id at the beginning of a path that leads through a relation. */
function relatedId(values: Values, [name = "", ...rest]: readonly string[]): string | null {
  const value = rest.length > 0 && Object.hasOwn(values, name) ? values[name] : null;
  return typeof value === "string" && value !== "" ? value : null;
}

/** Whether a missing slug will be generated: at least one of its sources is in the values and not empty. */
export function isMadeFrom(field: Pick<Field, "definition">, values: Values): boolean {
  return pathsOf(field).some((path) => ownText(values, path) !== null || relatedId(values, path) !== null);
}

/** The slug to start from; sources without a text are left out. */
export function slugFrom(entity: Entity, field: Field, values: Values, related: RelatedTexts = {}): string {
  const texts = pathsOf(field).flatMap((path) => ownText(values, path) ?? related[path.join(".")] ?? []);
  return toSlug(texts.join(" ")) || toSlug(entity.name); // a title without any letter that has a Latin form
}

/** The slug to start from for each slug field that is missing in the data and one of whose sources is there. */
export function madeSlugs(entity: Entity, values: Values): Readonly<Record<string, string>> {
  return Object.fromEntries(missingSlugs(entity, values).map((field) => [field.name, slugFrom(entity, field, values)]));
}

function missingSlugs(entity: Entity, values: Values): readonly Field[] {
  return entity.fields.filter((field) => !Object.hasOwn(values, field.name) && isMadeFrom(field, values));
}

/** A text of another record. */
export interface RelatedSource {
  readonly path: string;
  readonly target: string;
  readonly id: string;
  /** The path in that record. */
  readonly below: readonly string[];
}

/** The related texts that a slug is generated from. */
export function relatedSources(entity: Entity, field: Field, values: Values): readonly RelatedSource[] {
  return pathsOf(field).flatMap((path) => {
    const [name = "", ...below] = path;
    const [target, id] = [entity.byName.get(name)?.target ?? null, relatedId(values, path)];
    return target === null || id === null ? [] : [{ path: path.join("."), target, id, below }];
  });
}

/** The generated slugs that need more than these values: a related record, or, in a change, other fields of the record. */
export function slugsFromElsewhere(entity: Entity, values: Values, { isNew }: { readonly isNew: boolean }): readonly Field[] {
  return missingSlugs(entity, values).filter(
    (field) => relatedSources(entity, field, values).length > 0 || (!isNew && leavesOut(field, values)),
  );
}

/** Whether one of the fields that a slug is generated from is not in the values. */
export function leavesOut(field: Pick<Field, "definition">, values: Values): boolean {
  return pathsOf(field).some(([name = ""]) => !Object.hasOwn(values, name));
}
