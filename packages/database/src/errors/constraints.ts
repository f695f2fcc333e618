import { builtInOfTable } from "@colophon/config";
import { AppError, invalid } from "@colophon/model/errors";
import type { SqlFacts } from "./sql-facts.ts";

/** The column to which all references point; none is stored in a column of this name. */
const REFERRED = "id";

/** Columns of unique indexes that are not fields of the entity, or that callers must not see. */
const BESIDE = new Set(["locale", "translation_group", "entity", "record_id", "number", "id", "scope"]);

/** Of a reference that a foreign key refuses. */
export const RECORD_MISSING = "The record does not exist";

/** 409 for a value that is taken; names the field, or the fields that are taken together, never the value or the record that has it. */
export function conflictOf(facts: SqlFacts, cause: unknown): AppError {
  const fields = facts.table === "draft_claims" ? claimedFields(facts) : takenFields(facts);
  if (fields.length === 0) return new AppError("CONFLICT", undefined, { cause });
  const message = fields.length > 1 ? "Already taken together with the others" : "Already taken";
  const sentence = `This ${fields.join(" and ")} ${fields.length > 1 ? "are already taken together" : "is already taken"}`;
  return new AppError("CONFLICT", sentence, { details: fields.map((field) => ({ field, message })), cause });
}

/** A reference to a missing record (400), or a deletion that a reference forbids (409, naming the referring entity). */
export function referenceOf(facts: SqlFacts, cause: unknown): AppError {
  const field = columnsOf(facts)[0] ?? facts.column;
  if (field === REFERRED && facts.table !== undefined)
    return new AppError("CONFLICT", `A record of ${entityOfTable(facts.table)} still refers to this one`, { cause });
  const junctionField = facts.table?.split("__")[1];
  const named = field === "target_id" ? (junctionField ?? field) : field;
  if (named === undefined) return new AppError("VALIDATION_ERROR", undefined, { cause });
  return invalid([{ field: named, message: RECORD_MISSING }]);
}

/** The entity of a table or junction table. */
export function entityOfTable(table: string): string {
  return builtInOfTable(table) ?? table.split("__")[0] ?? table;
}

function takenFields(facts: SqlFacts): readonly string[] {
  const columns = columnsOf(facts);
  const own = columns.filter((column) => !BESIDE.has(column)).map((column) => column.replace(/_$/, ""));
  if (own.length > 0) return own;
  return columns.includes("locale") ? ["locale"] : [];
}

/** `Key (entity, field, scope, value)=(article, slug, …)`: the second value is the field, or several joined by dots. */
function claimedFields(facts: SqlFacts): readonly string[] {
  return /=\([^,]*, ([^,]*),/.exec(facts.detail ?? "")?.[1]?.split(".") ?? [];
}

/** The columns in `Key (lower(email), locale)=(…)`, without quotes and functions. The words are in the language of the server; our own functions say `Key (id) is …`. */
function columnsOf(facts: SqlFacts): string[] {
  const keys = /\((.*?)\)(?:=| is)/.exec(facts.detail ?? "")?.[1];
  if (keys === undefined) return namedColumn(facts);
  return keys.split(", ").map((key) => key.replace(/^\w+\((.*?)(?:::\w+)?\)$/, "$1").replaceAll(/"|\(|\)|::\w+/g, ""));
}

/** Prisma passes on only the constraint's name, which for system tables is `<table>_<column>_key` or `…_fkey`. */
function namedColumn({ constraint }: SqlFacts): string[] {
  const column = /^[a-z]+_(\w+?)_f?key$/.exec(constraint ?? "")?.[1];
  return column === undefined ? [] : [column];
}
