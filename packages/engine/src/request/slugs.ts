/** Generates the part of a URL from a title. */
import { fitSlug, plainLatin } from "@colophon/model";
import slugify from "@sindresorhus/slugify";
import type { Entity, Field } from "../types.ts";

const DROPPED: ReadonlyArray<[string, string]> = [
  ["&", " "],
  ["♥", " "],
  ["🦄", " "],
];

/**
 * The text as lower-case ASCII words with hyphens between, at most 255 characters: accents are removed, `ß` becomes `ss`, other scripts are
 * transliterated if a Latin form is known. Empty if nothing remains.
 */
export function toSlug(text: string): string {
  return fitSlug(slugify(plainLatin(text), { decamelize: false, customReplacements: DROPPED }));
}

type Values = Readonly<Record<string, unknown>>;

function slugText(entity: Entity, field: Field, values: Values): string {
  const { definition } = field;
  if (definition.type !== "slug" || definition.from === undefined || Object.hasOwn(values, field.name)) return "";
  const source = Object.hasOwn(values, definition.from) ? values[definition.from] : null;
  if (typeof source !== "string" || source === "") return "";
  return toSlug(source) || toSlug(entity.name); // a title without any letter that has a Latin form
}

/** The slug to start from for each slug field that is missing in the data and whose source is there. */
export function madeSlugs(entity: Entity, values: Values): Readonly<Record<string, string>> {
  const made = entity.fields.map((field) => [field.name, slugText(entity, field, values)] as const);
  return Object.fromEntries(made.filter(([, text]) => text !== ""));
}

/** Whether a missing slug will be generated: its source is in the values and not empty. */
export function isMadeFrom({ definition }: Field, values: Values): boolean {
  if (definition.type !== "slug" || definition.from === undefined || !Object.hasOwn(values, definition.from)) return false;
  const source = values[definition.from];
  return typeof source === "string" && source !== "";
}
