/** The results of statements, one row each unless stated otherwise. JSON is returned as text. */

export interface WriteRow {
  /** Only `ok` has written anything. */
  readonly outcome: "ok" | "not_found" | "changed" | "forbidden" | "invalid" | "taken" | "excluded" | "last_admin" | "stale" | "moved";
  /** `ErrorDetail[]`, of an `invalid`, a `taken` or an `excluded` outcome. */
  readonly details: string | null;
  readonly id: string | null;
  readonly version: number | null;
  /** The record as this actor may see it. */
  readonly data: string | null;
}

/** A record's newest content: of the version row that is pending, or of the record. */
export interface DraftContentRow {
  readonly outcome: "ok" | "not_found" | "changed" | "forbidden";
  readonly draftId: string | null;
  readonly isLive: boolean;
  readonly version: number;
  readonly content: string;
}

export interface DraftTargetRow {
  readonly outcome: "ok" | "not_found" | "changed" | "forbidden";
  readonly id: string;
}

/** One page of a history, newest first, and how many versions there are in all. */
export interface HistoryRow {
  readonly outcome: "ok" | "not_found" | "forbidden";
  readonly data: string;
  readonly total: string;
}

/** What this actor may see of a version, and its whole content for `parseStored`; null when there is no such version. */
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
  /** The earlier answer's fields, as far as they are defined and readable now. */
  readonly earlier: string;
}

/** The record that is to be translated, hidden fields included. */
export interface TranslationSourceRow {
  readonly locale: string;
  readonly translationGroup: string;
  readonly content: string;
}

/** One of many: a record, and the fields of it that it shares with its translations. */
export interface SharedRow {
  readonly id: string;
  readonly translationGroup: string;
  readonly isLive: boolean;
  readonly content: string;
}

/** One of many: a record and its sibling in the wanted language. */
export interface SiblingRow {
  readonly id: string;
  readonly sibling: string;
}

/** One page of what is found in several entities. */
export interface PlacesRow {
  readonly data: string;
  /** Null where it isn't counted. */
  readonly total: string | null;
  /** The last place of the page, as JSON; null where nothing follows. */
  readonly cursor: string | null;
}

/** One page of what refers to a record. */
export interface UsagesRow extends PlacesRow {
  /** Whether there is such a record. */
  readonly isThere: boolean;
}
