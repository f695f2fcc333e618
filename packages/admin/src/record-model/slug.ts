import { fitSlug, isPlainObject, plainLatin, slugSources } from "@colophon/model";
import type { EntityFieldDefinition } from "@colophon/config";
import type { Values } from "./types.ts";

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

/** The text that the slug is generated from. Null without one, and if a part of it is in another record, which only the service reads. */
export function sourceText(
  from: string | readonly string[] | undefined,
  fields: readonly EntityFieldDefinition[],
  values: Values,
): string | null {
  const paths = slugSources(from).map((path) => path.split("."));
  const isInForm = ([name]: readonly string[]) =>
    fields.some((field) => field.name === name && (field.type === "text" || field.type === "object"));
  return paths.every(isInForm) ? paths.flatMap((path) => textIn(values, path) ?? []).join(" ") || null : null;
}

function textIn(values: unknown, [name = "", ...rest]: readonly string[]): string | null {
  const value = isPlainObject(values) ? values[name] : null;
  if (rest.length > 0) return textIn(value, rest);
  return typeof value === "string" && value !== "" ? value : null;
}

/** The fields that the slug's sources are in. */
export function sourceNames(from: string | readonly string[] | undefined): readonly string[] {
  return slugSources(from).map((path) => path.split(".")[0] ?? "");
}
