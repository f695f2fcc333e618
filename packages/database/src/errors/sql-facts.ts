import { isPlainObject } from "@colophon/model";
import pg from "pg";

/** PostgreSQL's report of a failed statement, from either library. */
export interface SqlFacts {
  readonly state: string;
  readonly table?: string | undefined;
  readonly constraint?: string | undefined;
  readonly column?: string | undefined;
  readonly detail?: string | undefined;
}

/** Prisma's messages where its adapter has dropped the SQLSTATE. */
const STATES: Record<string, string> = { P2002: "23505", P2003: "23503", P2011: "23502", P2004: "23514", P2034: "40001", P2025: "CM404" };

/** The facts in an error of `pg` or of Prisma, or null if it does not come from PostgreSQL. */
export function factsOf(error: unknown): SqlFacts | null {
  if (error instanceof pg.DatabaseError) {
    const { code, table, constraint, column, detail } = error;
    return code === undefined ? null : { state: code, table, constraint, column, detail };
  }
  if (!isPlainObject(error)) return null;
  return driverFactsOf(error) ?? prismaFactsOf(error);
}

/** A DriverAdapterError, alone or inside `meta` of a PrismaClientKnownRequestError. */
function driverFactsOf(error: Record<string, unknown>): SqlFacts | null {
  const driver = error["name"] === "DriverAdapterError" ? error : isPlainObject(error["meta"]) ? error["meta"]["driverAdapterError"] : null;
  const cause = isPlainObject(driver) ? driver["cause"] : null;
  if (!isPlainObject(cause)) return null;
  const state = cause["originalCode"] ?? cause["code"];
  if (typeof state !== "string") return null;
  const constraint = isPlainObject(cause["constraint"]) ? cause["constraint"] : {};
  const fields = Array.isArray(constraint["fields"]) ? constraint["fields"].join(", ") : undefined;
  return {
    state,
    table: textOf(cause["table"]),
    constraint: textOf(constraint["index"]),
    column: textOf(cause["column"]),
    detail: fields === undefined ? textOf(cause["detail"]) : `Key (${fields})=`,
  };
}

function prismaFactsOf(error: Record<string, unknown>): SqlFacts | null {
  const code = textOf(error["code"]);
  if (code === undefined || !String(error["name"]).startsWith("PrismaClient")) return null;
  return { state: STATES[code] ?? code };
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}
