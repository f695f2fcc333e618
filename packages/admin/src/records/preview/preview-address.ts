import { valueAt } from "../model/paths.ts";
import type { Values } from "../model/types.ts";

/**
 * The address of a record's preview as it is now: the entity's pattern with the record's values, and the query of the link that was made
 * before, where its token stands. The link itself where the pattern isn't known.
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
