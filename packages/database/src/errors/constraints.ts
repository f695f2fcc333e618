import { builtInOfTable } from "@colophon/config";
import { AppError, invalid } from "@colophon/errors";
import type { SqlFacts } from "./sql-facts.ts";

/** Columns that stand beside the field in a unique index, or are not the caller's to know. */
const BESIDE = new Set(["locale", "translation_group", "entity", "record_id", "number", "id", "scope"]);

/** 409 for a value that is taken; names the field, never the value or the record that has it. */
export function conflictOf(facts: SqlFacts, cause: unknown): AppError {
  const field = facts.table === "draft_claims" ? claimedField(facts) : takenField(facts);
  if (field === null) return new AppError("CONFLICT", undefined, { cause });
  return new AppError("CONFLICT", `This ${field} is already taken`, { details: [{ field, message: "Already taken" }], cause });
}

/** A reference that leads nowhere (400), or a delete that a reference forbids (409, naming who refers). */
export function referenceOf(facts: SqlFacts, cause: unknown): AppError {
  const referring = /is (?:still )?referenced from table "([^"]+)"/.exec(facts.detail ?? "")?.[1];
  if (referring !== undefined) {
    return new AppError("CONFLICT", `A record of ${entityOfTable(referring)} still refers to this one`, { cause });
  }
  const field = columnsOf(facts)[0] ?? facts.column;
  const junctionField = facts.table?.split("__")[1];
  const named = field === "target_id" ? (junctionField ?? field) : field;
  if (named === undefined) return new AppError("VALIDATION_ERROR", undefined, { cause });
  return invalid([{ field: named, message: "There is no such record" }]);
}

/** The entity whose table or junction this is. */
export function entityOfTable(table: string): string {
  return builtInOfTable(table) ?? table.split("__")[0] ?? table;
}

function takenField(facts: SqlFacts): string | null {
  const columns = columnsOf(facts);
  const own = columns.find((column) => !BESIDE.has(column));
  if (own !== undefined) return own.replace(/_$/, "");
  return columns.includes("locale") ? "locale" : null;
}

/** `Key (entity, field, scope, value)=(article, slug, …)`: the second value is the field. */
function claimedField(facts: SqlFacts): string | null {
  return /=\([^,]*, ([^,]*),/.exec(facts.detail ?? "")?.[1] ?? null;
}

/** The columns in `Key (lower(email), locale)=(…)`, without quotes and functions. */
function columnsOf(facts: SqlFacts): string[] {
  const keys = /^Key \((.*?)\)=/.exec(facts.detail ?? "")?.[1];
  if (keys === undefined) return namedColumn(facts);
  return keys.split(", ").map((key) => key.replace(/^\w+\((.*?)(?:::\w+)?\)$/, "$1").replaceAll(/"|\(|\)|::\w+/g, ""));
}

/** Prisma passes on only the constraint's name, which for system tables is `<table>_<column>_key` or `…_fkey`. */
function namedColumn({ constraint }: SqlFacts): string[] {
  const column = /^[a-z]+_(\w+?)_f?key$/.exec(constraint ?? "")?.[1];
  return column === undefined ? [] : [column];
}
