import { fitSlug, plainLatin } from "@colophon/model";

/**
 * The slug that the service would generate for a Latin text. Null for texts in other scripts, which only the service can
 * transliterate.
 */
export function toSlug(text: string): string | null {
  const plain = plainLatin(text);
  if (/[^\p{ASCII}\p{P}\p{S}\p{Z}]/u.test(plain)) return null;
  return fitSlug(plain.replaceAll(/[^a-z0-9]+/g, "-").replace(/^-/, "")) || null;
}

/** Whether the slug still is the one generated for the text, perhaps with a number because it was taken. */
export function isSlugOf(slug: unknown, text: unknown): boolean {
  if (slug === null || slug === undefined || slug === "") return true;
  const made = typeof text === "string" ? toSlug(text) : null;
  return made !== null && typeof slug === "string" && slug.startsWith(made) && /^(?:-\d+)?$/.test(slug.slice(made.length));
}
