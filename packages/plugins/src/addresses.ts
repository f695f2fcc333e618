import { fillPlaces } from "@colophon/config";

/** The path of a record, from a pattern such as `/articles/{slug}`; null if a field in it has no value. */
export function addressOf(pattern: string, record: Readonly<Record<string, unknown>>): string | null {
  let isWhole = true;
  const path = fillPlaces(pattern, (name) => {
    const value = record[name];
    if (typeof value === "string" || typeof value === "number") return encodeURIComponent(value);
    isWhole = false;
    return "";
  });
  return isWhole ? path : null;
}
