/** Values of front matter as those of fields. */
import { isList, type Column } from "../records/columns.ts";

const BOOLEANS: Readonly<Record<string, boolean>> = { true: true, false: false, "1": true, "0": false };

/** What doesn't fit is left as it is, for the check of the field; undefined for what is left out. */
export function frontValue(column: Column, value: unknown): unknown {
  if (value === undefined || value === "") return undefined;
  if (value === null) return null;
  if (isList(column)) return [value].flat();
  const type = column.definition?.type;
  if (type === "date" || type === "datetime") return typeof value === "string" ? timeOf(type, value) : value;
  if (type === "number" && typeof value === "string") return /^-?\d+(?:\.\d+)?$/.test(value.trim()) ? Number(value) : value;
  if (type === "boolean" && typeof value === "string") return BOOLEANS[value.toLowerCase()] ?? value;
  if (type === "text" || type === "slug" || type === "select")
    return typeof value === "number" || typeof value === "boolean" ? String(value) : value;
  return value;
}

/** `2026-11-27`, `2026-11-27 10:00:00 +0100` and ISO times. A time without a zone is in UTC. */
function timeOf(type: "date" | "datetime", text: string): string {
  const [, day = "", time = "00:00", zone = ""] =
    /^(\d{4}-\d{2}-\d{2})(?:[T ]+(\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?))?\s*(Z|[+-]\d{2}:?\d{2})?$/.exec(text.trim()) ?? [];
  if (day === "") return text;
  if (type === "date") return day;
  const offset = zone === "" ? "Z" : zone.replace(/^([+-]\d{2})(\d{2})$/, "$1:$2");
  const at = new Date(`${day}T${time.padStart(time.indexOf(":") === 1 ? time.length + 1 : time.length, "0")}${offset}`);
  return Number.isNaN(at.getTime()) ? text : at.toISOString();
}
