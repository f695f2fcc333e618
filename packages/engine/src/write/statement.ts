/** What a write is made of, and what comes back from it. */
import { AppError, invalid } from "@colophon/errors";
import type { ErrorDetail } from "@colophon/errors";
import type { Statement } from "../types.ts";

/** A write as one statement. It gives one row, a `WriteRow`. */
export interface WriteStatement extends Statement {
  /**
   * Unique constraints that a race may violate through no fault of the caller (a slug made here, the first save of a
   * global): then the whole write is to be planned and run again.
   */
  readonly retryOn: readonly string[];
}

/** The one row that a write gives. Only `ok` has written anything. */
export interface WriteRow {
  readonly outcome: "ok" | "not_found" | "changed" | "forbidden" | "invalid" | "taken" | "last_admin" | "stale" | "moved";
  /** JSON text: `ErrorDetail[]`, of an `invalid` or a `taken` outcome. */
  readonly details: string | null;
  readonly id: string | null;
  readonly version: number | null;
  /** JSON text: the record as this actor may see it. */
  readonly data: string | null;
}

const REFUSALS: Readonly<Record<Exclude<WriteRow["outcome"], "ok" | "invalid" | "taken">, () => AppError>> = {
  not_found: () => new AppError("NOT_FOUND"),
  changed: () => new AppError("PRECONDITION_FAILED"),
  forbidden: () => new AppError("FORBIDDEN", "Your role does not allow this for the record as it is, or as it would be then"),
  last_admin: () => new AppError("CONFLICT", "The last admin can be neither deleted nor given another role"),
  moved: () => new AppError("CONFLICT", "The draft was changed meanwhile"),
  stale: () => new AppError("CONFLICT", "The record was published after this draft was begun"),
};

/** The row of a write that went through. @throws what its outcome says otherwise; NOT_FOUND without a row. */
export function acceptedRow(row: WriteRow | undefined): WriteRow {
  if (!row) throw new AppError("NOT_FOUND");
  if (row.outcome === "ok") return row;
  if (row.outcome !== "invalid" && row.outcome !== "taken") throw REFUSALS[row.outcome]();
  const details = JSON.parse(row.details ?? "[]") as ErrorDetail[];
  throw row.outcome === "taken" ? new AppError("CONFLICT", undefined, { details }) : invalid(details, "Some fields are not valid");
}
