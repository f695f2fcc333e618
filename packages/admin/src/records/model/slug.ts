const MAX_SLUG = 255;
/** Letters that Unicode does not take apart into a Latin letter and a mark, as the service writes them. */
const LETTERS: Readonly<Record<string, string>> = { ß: "ss", æ: "ae", œ: "oe", ø: "o", đ: "d", ð: "d", þ: "th", ł: "l", ı: "i" };

/**
 * The slug that the service would make of a Latin text. Null where other scripts are in it, of which the service alone
 * knows how they are written.
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
  return slug.slice(0, MAX_SLUG).replace(/-$/, "") || null;
}

/** Whether a slug still is the one that was made of the text, with a number after it where that was taken. */
export function isMadeOf(slug: unknown, text: unknown): boolean {
  if (slug === null || slug === undefined || slug === "") return true;
  const made = typeof text === "string" ? toSlug(text) : null;
  return made !== null && typeof slug === "string" && slug.startsWith(made) && /^(?:-\d+)?$/.test(slug.slice(made.length));
}
