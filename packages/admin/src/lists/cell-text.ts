import { valueAt } from "../api/summary.ts";
import type { Column } from "./columns.ts";

interface Words {
  readonly language: string;
  readonly yes: string;
  readonly no: string;
}

/** A value as text: dates in the reader's way, labels of options, titles of related records. */
export function cellTextOf(column: Pick<Column, "field" | "targetPath">, value: unknown, words: Words): string {
  if (value === null || value === undefined) return "";
  if (Array.isArray(value)) return value.map((one) => cellTextOf(column, one, words)).join(", ");
  const { field, targetPath } = column;
  if (targetPath !== undefined) return String(valueAt(value, targetPath) ?? "");
  switch (field.type) {
    case "boolean":
      return value === true ? words.yes : words.no;
    case "number":
      return Number(value).toLocaleString(words.language);
    case "date":
      return new Date(`${String(value)}T00:00:00Z`).toLocaleDateString(words.language, { dateStyle: "medium", timeZone: "UTC" });
    case "datetime":
      return new Date(String(value)).toLocaleString(words.language, { dateStyle: "medium", timeStyle: "short" });
    case "select":
      return labelOfOption(field.options, String(value));
    default:
      return typeof value === "object" ? JSON.stringify(value) : String(value);
  }
}

/** What an option is called. */
export function labelOfOption(options: readonly (string | { readonly value: string; readonly label?: string })[], value: string): string {
  const option = options.find((one) => typeof one === "object" && one.value === value);
  return typeof option === "object" ? (option.label ?? value) : value;
}
