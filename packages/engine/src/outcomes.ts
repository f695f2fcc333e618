/** The outcomes of writes, as errors. */
import { AppError, invalid } from "@colophon/model/errors";
import type { ErrorDetail } from "@colophon/model/errors";
import type { WriteRow } from "./rows.ts";

type Outcome = WriteRow["outcome"];
type Details = { readonly details?: readonly ErrorDetail[] };

/** The error of each outcome; the details contain only fields that the caller may read. */
const REFUSALS: Readonly<Record<Exclude<Outcome, "ok">, (shown: Details) => AppError>> = {
  not_found: () => new AppError("NOT_FOUND"),
  changed: () => new AppError("PRECONDITION_FAILED"),
  forbidden: () => new AppError("FORBIDDEN", "Your role does not allow this for the current record or for the result"),
  excluded: (shown) => new AppError("FORBIDDEN", "The draft changes fields that your role may not change", shown),
  invalid: ({ details = [] }) => invalid(details, "Some fields are not valid"),
  taken: (shown) => new AppError("CONFLICT", undefined, shown),
  last_admin: () => new AppError("CONFLICT", "The last admin can't be deleted and can't get another role"),
  moved: () => new AppError("CONFLICT", "The draft has changed in the meantime"),
  stale: () => new AppError("CONFLICT", "The record was published after this draft was created"),
};

/** The row of a write that succeeded, or of a check that passed. @throws the error of its outcome; NOT_FOUND without a row */
export function acceptedRow<Row extends { readonly outcome: Outcome; readonly details?: string | null }>(row: Row | undefined): Row {
  if (!row) throw new AppError("NOT_FOUND");
  if (row.outcome === "ok") return row;
  throw REFUSALS[row.outcome](typeof row.details === "string" ? { details: JSON.parse(row.details) as ErrorDetail[] } : {});
}
