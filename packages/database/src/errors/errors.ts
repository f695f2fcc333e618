import { isNativeError } from "node:util/types";
import { AppError, invalid, unavailable } from "@colophon/model/errors";
import pg from "pg";
import { conflictOf, referenceOf } from "./constraints.ts";
import { factsOf } from "./sql-facts.ts";

/** PostgreSQL's codes for temporary failures: cancelled, out of resources, starting or stopping, locked, read-only, connection closed. */
const UNAVAILABLE = /^(08|53|57|58|28)|^(55P03|25006|25P03|25P04|3D000|40001|40P01)$/;
/** An invalid value: of the wrong form, too large for its type, its index or its table's checks. */
const INVALID = /^(22|23502|23514|54000|54001)/;
/** Failures of the client itself: refused, reset, timed out, no answer from DNS (`EAI_AGAIN`). They have no SQLSTATE. */
const SOCKET = /^(E[A-Z_]+|SELF_SIGNED.*|CERT_.*|P1\d{3}|P2024)$/;
const CLIENT = /timeout|terminated|Connection ended|not queryable|already connected|pool after calling end|Client has encountered/i;

/**
 * The error for the caller: an AppError, or the original error if it is a bug. Details name the column's field; the caller of this function
 * decides whether the client may know that field.
 */
export function toAppError(error: unknown): unknown {
  if (error instanceof AppError) return error;
  const facts = factsOf(error);
  if (!facts) return isClientFailure(error) ? unavailable(error) : error;
  if (isStalePlan(error)) return unavailable(error);
  const { state } = facts;
  if (state.startsWith("CM")) return refusalOf(state, facts.detail, error);
  if (state === "23505" || state === "23P01") return conflictOf(facts, error);
  if (state === "23503" || state === "23001") return referenceOf(facts, error);
  if (INVALID.test(state)) return new AppError("VALIDATION_ERROR", undefined, { cause: error });
  if (UNAVAILABLE.test(state) || SOCKET.test(state)) return unavailable(error);
  return error;
}

/**
 * Whether a statement names something that the tables don't have (SQLSTATE class 42): a bug, or a statement for another configuration than
 * the stored one.
 */
export function isSchemaMismatch(error: unknown): boolean {
  return factsOf(error)?.state.startsWith("42") ?? false;
}

/** Whether the same work may succeed if it is repeated: a deadlock, a serialization failure. */
export function isRepeatable(error: unknown): boolean {
  const state = factsOf(causeOf(error))?.state;
  return state === "40001" || state === "40P01";
}

/** Whether a lock timed out, or a deadlock ended the transaction. */
export function isLockedOut(error: unknown): boolean {
  return isRepeatable(error) || factsOf(causeOf(error))?.state === "55P03";
}

/** Whether a foreign key refused the statement. */
export function isForeignKeyViolation(error: unknown): boolean {
  return factsOf(causeOf(error))?.state === "23503";
}

const UNKNOWN_STATEMENT = "26000";
const CHANGED_RESULT = "0A000";
/** The SQLSTATEs of a prepared statement that can't run again. */
export const STALE_STATES: ReadonlySet<string> = new Set([UNKNOWN_STATEMENT, CHANGED_RESULT]);

/** Whether the server no longer has a prepared statement, or it no longer fits a table that has changed. */
export function isStalePlan(error: unknown): boolean {
  const cause = causeOf(error);
  if (!(cause instanceof pg.DatabaseError)) return false;
  return cause.code === UNKNOWN_STATEMENT || (cause.code === CHANGED_RESULT && cause.message.includes("cached plan"));
}

/** The constraint that a refused statement violated, or null; the engine's constraintOf knows what it is for. */
export function constraintNameOf(error: unknown): string | null {
  return factsOf(causeOf(error))?.constraint ?? null;
}

function causeOf(error: unknown): unknown {
  return error instanceof AppError ? error.cause : error;
}

function isClientFailure(error: unknown): boolean {
  if (!isNativeError(error)) return false;
  const code = "code" in error ? String(error.code) : "";
  const parts = "errors" in error && Array.isArray(error.errors) ? error.errors : []; // one for each address of a host
  return SOCKET.test(code) || CLIENT.test(error.message) || parts.some(isClientFailure);
}

/** The error of a call of cms.refuse(); for CM400 the text after the colon is a field, or `field: sentence`. */
function refusalOf(state: string, detail: string | undefined, cause: unknown): AppError {
  if (state === "CM403") return new AppError("FORBIDDEN", undefined, { cause });
  if (state === "CM404") return new AppError("NOT_FOUND", undefined, { cause });
  if (state === "CM409") return new AppError("CONFLICT", detail || undefined, { cause });
  if (state === "CM412") return new AppError("PRECONDITION_FAILED", undefined, { cause });
  if (!detail) return new AppError("VALIDATION_ERROR", undefined, { cause });
  const [field = "", ...sentence] = detail.split(":");
  return invalid([{ field: field.trim(), message: sentence.join(":").trim() || "This field cannot be changed" }]);
}
