import { MAX_SLUG_LENGTH } from "./limits.ts";

/** The fields that a slug is generated from: names, and paths into objects or through a relation to one. */
export function slugSources(from: string | readonly string[] | undefined): readonly string[] {
  return from === undefined ? [] : typeof from === "string" ? [from] : from;
}

/** A slug: lower-case words joined by single hyphens. */
export const SLUG_PATTERN = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

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
const ANY_LETTER = new RegExp(`[${Object.keys(LETTERS).join("")}]`, "g");

/** The text in lower case, with ASCII letters in place of Latin ones: accents and apostrophes are removed, `ß` becomes `ss`. */
export function plainLatin(text: string): string {
  return text
    .normalize("NFKD")
    .replaceAll(/\p{M}+/gu, "")
    .toLowerCase()
    .replaceAll(ANY_LETTER, (letter) => LETTERS[letter] ?? "")
    .replaceAll(/['’]/g, "");
}

/** The longest slug that the words begin with. */
export function fitSlug(words: string): string {
  return words.slice(0, MAX_SLUG_LENGTH).replace(/-+$/, "");
}
