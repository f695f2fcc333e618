/** Values as the cells of a CSV file. */
import { isList, type Column } from "./columns.ts";

const SEPARATOR = "|";
const JSON_TYPES = new Set(["json", "object", "array", "blocks"]);

/** The value of a cell; undefined for an empty one. What doesn't fit is left as it is, for the check of the field. */
export function valueOf(column: Column, cell: string): unknown {
  if (cell === "") return undefined;
  if (isList(column)) return cell.startsWith("[") ? jsonOf(cell) : cell.split(SEPARATOR).map((part) => part.trim());
  const { definition } = column;
  if (!definition) return cell;
  const isJson = JSON_TYPES.has(definition.type) || (definition.type === "richtext" && definition.format === "blocks");
  if (isJson) return jsonOf(cell);
  if (definition.type === "boolean") return cell === "true" ? true : cell === "false" ? false : cell;
  if (definition.type === "number") return Number.isFinite(Number(cell)) ? Number(cell) : cell;
  return cell;
}

/** The cell of a value, from which `valueOf` makes the value again. */
export function cellOf(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "string") return value;
  if (!Array.isArray(value)) return typeof value === "object" ? JSON.stringify(value) : String(value);
  const isPlain = value.every((item) => typeof item === "string" && item !== "" && item.trim() === item && !/[|[]/.test(item));
  return isPlain ? value.join(SEPARATOR) : JSON.stringify(value);
}

function jsonOf(cell: string): unknown {
  try {
    return JSON.parse(cell);
  } catch {
    return cell;
  }
}
