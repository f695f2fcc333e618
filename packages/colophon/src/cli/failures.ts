/** Failures, as a sentence for the person at the terminal. */
import { ConfigError, EnvError } from "@colophon/config";
import { DatabaseAway, SchemaRefused, toAppError } from "@colophon/database";
import { AppError } from "@colophon/model/errors";

/** The exit statuses of every command; `cms --help` lists them. */
export const STATUS = { done: 0, refused: 1, lacking: 2, stopped: 130 } as const;

/** An expected failure: its message is for the person at the terminal. */
export class Refusal extends Error {
  override readonly name = "Refusal";
}

/** The message for the person about a failure; null for a bug, which keeps its stack. */
export function sentenceOf(failure: unknown): string | null {
  if (isOfFile(failure)) return `${failure.message}.`;
  const error = toAppError(failure);
  if (error instanceof AppError) return sentenceOfAppError(error);
  const isForPeople = [Refusal, ConfigError, EnvError, SchemaRefused, DatabaseAway].some((kind) => error instanceof kind);
  return isForPeople && error instanceof Error ? error.message : null;
}

function sentenceOfAppError({ code, message, details = [], cause }: AppError): string {
  if (code === "SERVICE_UNAVAILABLE")
    return `PostgreSQL or the storage is not available${reasonOf(cause)}. Check that it is running, and check its address.`;
  const places = details.map(
    ({ field, message: what }) => `  ${what.startsWith(field) ? what : `${field}${/^[A-Z]/.test(what) ? ":" : ""} ${what}`}`,
  );
  return details.length === 0 ? `${message}.` : ["That was refused:", ...places].join("\n");
}

function reasonOf(cause: unknown): string {
  const inner = cause instanceof AggregateError ? cause.errors[0] : cause;
  return inner instanceof Error && inner.message !== "" ? ` (${inner.message})` : "";
}

/** The user must correct a file that can't be opened or written. */
function isOfFile(error: unknown): error is Error {
  return error instanceof Error && (("path" in error && typeof error.path === "string") || ("code" in error && error.code === "ENOSPC"));
}
