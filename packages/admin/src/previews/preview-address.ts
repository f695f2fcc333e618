import { valueAt } from "../records/model/paths.ts";
import type { Values } from "../records/model/types.ts";

/**
 * The current preview URL of a record: the entity's pattern with the record's values, and the token of the given link.
 * The link itself if the pattern isn't known.
 */
export function previewAddress(link: string, pattern: unknown, record: Values | null): string {
  if (typeof pattern !== "string" || record === null) return link;
  const token = /[?&](preview=[^&#]*)/.exec(link)?.[1];
  if (token === undefined) return link;
  const filled = pattern.replaceAll(/\{([^{}]+)\}/g, (_, path: string) => encodeURIComponent(textOf(valueAt(record, path))));
  const [, before = filled, fragment = ""] = /^([^#]*)(#.*)?$/su.exec(filled) ?? [];
  return `${before}${before.includes("?") ? "&" : "?"}${token}${fragment}`;
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) return "";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
