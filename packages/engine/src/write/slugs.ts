/** Makes the part of an address out of a title. */
import slugify from "@sindresorhus/slugify";

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
