import { MAX_SLUG_LENGTH } from "@colophon/model";

/** Letters that Unicode does not decompose into a Latin letter and a mark, as the service transliterates them. */
const LETTERS: Readonly<Record<string, string>> = { ß: "ss", æ: "ae", œ: "oe", ø: "o", đ: "d", ð: "d", þ: "th", ł: "l", ı: "i" };

/**
 * The slug that the service would generate for a Latin text. Null for texts in other scripts, which only the service can
 * transliterate.
 */
export function toSlug(text: string): string | null {
  const plain = text
    .normalize("NFKD")
    .replaceAll(/\p{M}+/gu, "")
    .toLowerCase()
    .replaceAll(/[ßæœøđðþłı]/g, (letter) => LETTERS[letter] ?? "")
    .replaceAll(/['’]/g, "");
  if (/[^\p{ASCII}\p{P}\p{S}\p{Z}]/u.test(plain)) return null;
  const slug = plain.replaceAll(/[^a-z0-9]+/g, "-").replaceAll(/^-|-$/g, "");
  return slug.slice(0, MAX_SLUG_LENGTH).replace(/-$/, "") || null;
}

/** Whether the slug still is the one generated for the text, perhaps with a number because it was taken. */
export function isSlugOf(slug: unknown, text: unknown): boolean {
  if (slug === null || slug === undefined || slug === "") return true;
  const made = typeof text === "string" ? toSlug(text) : null;
  return made !== null && typeof slug === "string" && slug.startsWith(made) && /^(?:-\d+)?$/.test(slug.slice(made.length));
}
