/** Generates the part of a URL from a title. */
import { MAX_SLUG_LENGTH } from "@colophon/model";
import slugify from "@sindresorhus/slugify";
import type { Entity, Field } from "../types.ts";

/** Letters that Unicode does not decompose into a Latin letter and a mark. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  đ: "d",
  ð: "d",
  þ: "th",
  ł: "l",
  ı: "i",
  ħ: "h",
  ŋ: "n",
  ŧ: "t",
  ĸ: "k",
};
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
  const plain = text
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase()
    .replace(/[ßæœøđðþłıħŋŧĸ]/g, (letter) => LETTERS[letter] ?? "")
    .replace(/['’]/g, "");
  const slug = slugify(plain, { decamelize: false, customReplacements: DROPPED });
  return slug.slice(0, MAX_SLUG_LENGTH).replace(/-+$/, "");
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
