/** The results of statements, one row each unless stated otherwise. JSON is returned as text. */
import { AppError, invalid, type ErrorDetail } from "@colophon/model/errors";

export interface WriteRow {
  /** Only `ok` has written anything. */
  readonly outcome: "ok" | "not_found" | "changed" | "forbidden" | "invalid" | "taken" | "excluded" | "last_admin" | "stale" | "moved";
  /** `ErrorDetail[]`, of an `invalid`, a `taken` or an `excluded` outcome. */
  readonly details: string | null;
  readonly id: string | null;
  readonly version: number | null;
  /** The record as this principal may see it. */
  readonly data: string | null;
  /** The whole record, for after-hooks; undefined without them, and for a deletion. */
  readonly record?: string | null;
}

/** Whether a write is allowed, and the stored record, for before-hooks. */
export interface CheckRow extends Pick<WriteRow, "outcome" | "details"> {
  readonly id: string;
  /** The whole record. */
  readonly record: string;
}

/** A record's newest content: of the pending version row, or of the record. */
export interface DraftContentRow {
  readonly outcome: "ok" | "not_found" | "changed" | "forbidden";
  readonly draftId: string | null;
  readonly isLive: boolean;
  readonly version: number;
  readonly content: string;
  /** The whole record, if it was asked for. */
  readonly record?: string;
}

export interface DraftTargetRow {
  readonly outcome: "ok" | "not_found" | "changed" | "forbidden";
  readonly id: string;
}

/** One page of a history, newest first, and the number of all versions. */
export interface HistoryRow {
  readonly outcome: "ok" | "not_found" | "forbidden";
  readonly data: string;
  readonly total: string;
}

/** The parts of a version that this principal may see, and its whole content for `parseStored`; null if there is no such version. */
export interface VersionRow {
  readonly outcome: "ok" | "not_found" | "forbidden";
  /** `{ id, number, status, pinned, createdAt, createdBy, data }`. */
  readonly data: string | null;
  readonly content: string | null;
}

/** The part of a stored answer that the caller may read now. */
export interface ReplayRow {
  /** The record as the answer to a write shows it now, live or not. */
  readonly data: string;
  /** The earlier answer's fields that are still defined and readable. */
  readonly earlier: string;
}

/** The record to translate, hidden fields included. */
export interface TranslationSourceRow {
  readonly locale: string;
  readonly translationGroup: string;
  readonly content: string;
}

/** One of many: a record, and its fields that it shares with its translations. */
export interface SharedRow {
  readonly id: string;
  readonly translationGroup: string;
  readonly isLive: boolean;
  readonly content: string;
}

/** One of many: a record and its sibling in the requested language. */
export interface SiblingRow {
  readonly id: string;
  readonly sibling: string;
}

/** One page of results from several entities. */
export interface CursorPageRow {
  readonly data: string;
  /** Null if it isn't counted. */
  readonly total: string | null;
  /** The last position of the page, as JSON; null if there is no next page. */
  readonly cursor: string | null;
}

/** One page of references to a record. */
export interface UsagesRow extends CursorPageRow {
  /** Whether the record exists. */
  readonly exists: boolean;
}

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
