import { valueAt } from "../api/summary.ts";
import { formatted } from "../texts/formats.ts";
import type { Column } from "../list-model/columns.ts";

/** The language of the page and its translation function. */
export interface Words {
  readonly language: string;
  readonly t: (key: string) => string;
}

/** A value as text: dates in the format of the language, labels of options, titles of related records. */
export function cellTextOf(column: Pick<Column, "field" | "targetPath">, value: unknown, words: Words): string {
  if (value === null || value === undefined) return "";
  if (Array.isArray(value)) return value.map((item) => cellTextOf(column, item, words)).join(", ");
  const { field, targetPath } = column;
  if (targetPath !== undefined) return String(valueAt(value, targetPath) ?? "");
  switch (field.type) {
    case "boolean":
      return words.t(value === true ? "common.yes" : "common.no");
    case "number":
      return formatted("number", Number(value), words.language);
    case "date":
      return timeText("date", String(value), words);
    case "datetime":
      return timeText("datetime", String(value), words);
    case "select":
      return labelOfOption(field.options, String(value));
    default:
      return typeof value === "object" ? JSON.stringify(value) : String(value);
  }
}

/** A date without a time is in UTC. An invalid date stays as it is. */
function timeText(kind: "date" | "datetime", text: string, { language }: Words): string {
  const time = Date.parse(kind === "date" ? `${text}T00:00:00Z` : text);
  return Number.isNaN(time) ? text : formatted(kind, time, language);
}

export function labelOfOption(options: readonly (string | { readonly value: string; readonly label?: string })[], value: string): string {
  const option = options.find((option) => typeof option === "object" && option.value === value);
  return typeof option === "object" ? (option.label ?? value) : value;
}
