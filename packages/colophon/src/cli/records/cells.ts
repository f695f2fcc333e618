/** Values as the cells of a CSV file. */
import { kindOfDefinition, type Kind } from "@colophon/model";
import { isList, type Column } from "./columns.ts";

const SEPARATOR = "|";

/** The value of a cell; undefined for an empty one. What doesn't fit is left as it is, for the check of the field. */
export function valueOf(column: Column, cell: string): unknown {
  if (cell === "") return undefined;
  if (isList(column)) return cell.startsWith("[") ? jsonOf(cell) : cell.split(SEPARATOR).map((part) => part.trim());
  const kind = kindOf(column);
  if (kind === "json") return jsonOf(cell);
  if (kind === "boolean") return cell === "true" ? true : cell === "false" ? false : cell;
  if (kind === "number" || kind === "integer") return numberOf(cell);
  return cell;
}

/** The cell of a value, from which `valueOf` makes the value again. */
export function cellOf(column: Column, value: unknown): string {
  if (value === null || value === undefined) return "";
  if (kindOf(column) === "json") return JSON.stringify(value);
  if (typeof value === "string") return value;
  if (!Array.isArray(value)) return typeof value === "object" ? JSON.stringify(value) : String(value);
  const isPlain = value.every((item) => typeof item === "string" && item !== "" && item.trim() === item && !/[|[]/.test(item));
  return isPlain ? value.join(SEPARATOR) : JSON.stringify(value);
}

function kindOf({ definition }: Column): Kind {
  return definition ? kindOfDefinition(definition) : "text";
}

function numberOf(cell: string): unknown {
  return cell.trim() !== "" && Number.isFinite(Number(cell)) ? Number(cell) : cell;
}

function jsonOf(cell: string): unknown {
  try {
    return JSON.parse(cell);
  } catch {
    return cell;
  }
}
