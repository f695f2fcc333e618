/** A model of the records of one site, in a few lines: no database, no requests. */
import { isDeletedWith, keeps, namesLost, shown, type IsThere, type References } from "./life-references.ts";

export interface Content extends References {
  readonly title: string | null;
  readonly body: string | null;
}

export interface Model {
  readonly id: string;
  readonly group: string;
  readonly locale: string;
  live: Content | null;
  draft: Content | null;
  /** The live content in the history. */
  published: Content | null;
  /** Whether it was ever live: then discarding a draft does not delete the record. */
  wasLive: boolean;
  /** Whether the live content is newer than the draft. */
  isStale: boolean;
  /** The contents of its history, oldest first. */
  versions: Content[];
}

/** The visible state of a record. */
export type Seen = Pick<Model, "id" | "locale"> & Content & { readonly translationGroup: string; readonly _status: string };

export type Status = 200 | 201 | 400 | 404 | 409;

export const EMPTY: Content = { title: null, body: null, parts: null, box: null, quotes: null };

/** A new record. @returns 400 if it would be live without a title */
export function create(
  id: string,
  content: Content,
  { draft, group = id, locale = "en" }: { draft: boolean; group?: string; locale?: string },
): Model | 400 {
  if (!draft && content.title === null) return 400;
  const sides = draft ? { live: null, published: null, draft: content } : { live: content, published: content, draft: null };
  return { id, group, locale, ...sides, wasLive: !draft, isStale: false, versions: [content] };
}

export const newest = (record: Model): Content => record.draft ?? record.live ?? EMPTY;

function goLive(record: Model, content: Content): Status {
  if (content.title === null) return 400;
  Object.assign(record, { live: content, published: content, draft: null, wasLive: true, isStale: false });
  return 200;
}

/** A plain PUT: changes the live content and keeps the draft; a record that is not live is published. */
export function update(record: Model, patch: Partial<Content>, isThere: IsThere): Status {
  if (patch.title === null || namesLost(patch, isThere)) return 400;
  const content = { ...(record.live ?? newest(record)), ...patch };
  if (content.title === null) return 400;
  record.versions.push(content);
  if (record.live === null) return goLive(record, content);
  Object.assign(record, { live: content, published: content, isStale: record.draft !== null });
  return 200;
}

export function saveDraft(record: Model, patch: Partial<Content>, isThere: IsThere): Status {
  if (namesLost(patch, isThere)) return 400;
  record.draft = { ...shown(newest(record), isThere), ...patch };
  record.versions.push(record.draft);
  return 200;
}

/** Publishing what is pending marks its version; without anything pending a version is added. */
export function publish(record: Model, force: boolean, isThere: IsThere): Status {
  const content = record.draft ?? shown(newest(record), isThere);
  if (content.title === null || namesLost(content, isThere)) return 400;
  if (record.live !== null && record.isStale && !force) return 409;
  if (record.draft === null) record.versions.push(content);
  return goLive(record, content);
}

/** The version that becomes the draft, or was it already, has the visible content. */
export function unpublish(record: Model, isThere: IsThere): Status {
  if (record.live === null) return 200;
  const [was, draft] = [record.draft ?? record.published, shown(newest(record), isThere)];
  const versions = record.versions.map((version) => (version === was ? draft : version));
  Object.assign(record, { draft, versions, live: null, published: null, isStale: false });
  return 200;
}

/** @returns whether the record is deleted with its draft. */
export function discard(record: Model): boolean {
  if (record.live === null) return !record.wasLive;
  Object.assign(record, { draft: null, isStale: false });
  return false;
}

export function restore(record: Model, content: Content, live: boolean, isThere: IsThere): Status {
  if (live && content.title === null) return 400;
  const kept = shown(content, isThere);
  record.versions.push(kept);
  if (live) return goLive(record, kept);
  Object.assign(record, { draft: kept, isStale: false });
  return 200;
}

/** One action on several records: on all of them, or on none; the error is that of the earliest stage. */
export function together(records: readonly Model[], act: (record: Model) => Status): Status {
  const after = records.map((record) => structuredClone(record));
  const refused = after.map(act).filter((status) => status >= 400);
  if (refused.length > 0) return refused.includes(400) ? 400 : 409;
  for (const [at, record] of records.entries()) Object.assign(record, after[at]);
  return 200;
}

/** Restored from the trash, where its references restricted nothing: they are read as they are now. */
export function unlink(record: Model, isThere: IsThere): void {
  if (record.live !== null) record.live = { ...record.live, quotes: shown(record.live, isThere).quotes };
}

/** Whether the record is deleted by cascade with another one: by its live content, or if there is none, by its draft. */
export const isCascaded = (record: Model, id: string): boolean => isDeletedWith(record.live ?? newest(record), id);

/** Whether the record, live or with its draft, prevents the deletion of another one. One that is deleted by cascade doesn't. */
export const keepsFromGoing = (record: Model, id: string): boolean =>
  !isCascaded(record, id) && (keeps(record.live, id) || keeps(record.draft, id));

/** A record as a reader of live records, or with `draft` an editor, sees it; undefined if it is invisible. */
export function seen(record: Model, draft: boolean, isThere: IsThere): Seen | undefined {
  const content = draft ? newest(record) : record.live;
  if (content === null) return undefined;
  const status = record.live === null ? "draft" : record.draft === null ? "published" : "modified";
  return { id: record.id, locale: record.locale, translationGroup: record.group, ...shown(content, isThere), _status: status };
}
