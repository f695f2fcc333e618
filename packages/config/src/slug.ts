import { fitSlug, plainLatin } from "@colophon/model";
import slugify from "@sindresorhus/slugify";

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
