/** Makes the part of an address out of a title. */
import slugify from "@sindresorhus/slugify";
import type { Entity, Field } from "../types.ts";

const MAX_SLUG = 255;
/** Letters that Unicode does not take apart into a Latin letter and a mark. */
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
 * The text folded to lower-case ASCII words with hyphens between, at most 255 characters:
 * accents go, `ß` is `ss`, other scripts are written in Latin letters where that is known. Empty when nothing is left.
 */
export function toSlug(text: string): string {
  const plain = text
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase()
    .replace(/[ßæœøđðþłıħŋŧĸ]/g, (letter) => LETTERS[letter] ?? "")
    .replace(/['’]/g, "");
  const slug = slugify(plain, { decamelize: false, customReplacements: DROPPED });
  return slug.slice(0, MAX_SLUG).replace(/-+$/, "");
}

type Values = Readonly<Record<string, unknown>>;

function slugText(entity: Entity, field: Field, values: Values): string {
  const { definition } = field;
  if (definition.type !== "slug" || definition.from === undefined || Object.hasOwn(values, field.name)) return "";
  const source = Object.hasOwn(values, definition.from) ? values[definition.from] : null;
  if (typeof source !== "string" || source === "") return "";
  return toSlug(source) || toSlug(entity.name); // a title without any letter that has a Latin form
}

/** The slug to begin with for each slug field that the data leaves out and whose source it has. */
export function madeSlugs(entity: Entity, values: Values): Readonly<Record<string, string>> {
  const made = entity.fields.map((field) => [field.name, slugText(entity, field, values)] as const);
  return Object.fromEntries(made.filter(([, text]) => text !== ""));
}

/** Whether a slug that is left out will be made: its source is in the values and says something. */
export function isMadeFrom({ definition }: Field, values: Values): boolean {
  if (definition.type !== "slug" || definition.from === undefined || !Object.hasOwn(values, definition.from)) return false;
  const source = values[definition.from];
  return typeof source === "string" && source !== "";
}
