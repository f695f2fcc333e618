/** What the records of one site are, by the rules of their life told in a few lines: no database, no requests. */

export interface Content {
  readonly title: string | null;
  readonly body: string | null;
}

export interface Model {
  readonly id: string;
  readonly group: string;
  readonly locale: string;
  live: Content | null;
  draft: Content | null;
  /** Whether it was live at any time: then a discarded draft does not take the record along. */
  wasLive: boolean;
  /** Whether what is live is newer than the draft. */
  isStale: boolean;
  /** The contents of its history, oldest first. */
  versions: Content[];
}

export type Status = 200 | 201 | 400 | 404 | 409;

/** A new record. @returns 400 where it would be live without a title */
export function create(
  id: string,
  content: Content,
  { draft, group = id, locale = "en" }: { draft: boolean; group?: string; locale?: string },
): Model | 400 {
  if (!draft && content.title === null) return 400;
  const sides = draft ? { live: null, draft: content } : { live: content, draft: null };
  return { id, group, locale, ...sides, wasLive: !draft, isStale: false, versions: [content] };
}

export const newest = (record: Model): Content => record.draft ?? record.live ?? { title: null, body: null };

function goLive(record: Model, content: Content): Status {
  if (content.title === null) return 400;
  Object.assign(record, { live: content, draft: null, wasLive: true, isStale: false });
  return 200;
}

/** A plain PUT: changes what is live and keeps the draft; a record that is not live becomes it. */
export function update(record: Model, patch: Partial<Content>): Status {
  if (patch.title === null) return 400;
  const content = { ...(record.live ?? newest(record)), ...patch };
  if (content.title === null) return 400;
  record.versions.push(content);
  if (record.live === null) return goLive(record, content);
  record.live = content;
  record.isStale = record.draft !== null;
  return 200;
}

export function saveDraft(record: Model, patch: Partial<Content>): Status {
  record.draft = { ...newest(record), ...patch };
  record.versions.push(record.draft);
  return 200;
}

/** Publishing what is pending marks its version; without anything pending a version is added. */
export function publish(record: Model, force: boolean): Status {
  const content = newest(record);
  if (content.title === null) return 400;
  if (record.live !== null && record.isStale && !force) return 409;
  if (record.draft === null) record.versions.push(content);
  return goLive(record, content);
}

export function unpublish(record: Model): Status {
  if (record.live !== null) Object.assign(record, { draft: newest(record), live: null, isStale: false });
  return 200;
}

/** @returns whether the record is gone with its draft. */
export function discard(record: Model): boolean {
  if (record.live === null) return !record.wasLive;
  Object.assign(record, { draft: null, isStale: false });
  return false;
}

export function restore(record: Model, content: Content, live: boolean): Status {
  if (live && content.title === null) return 400;
  record.versions.push(content);
  if (live) return goLive(record, content);
  Object.assign(record, { draft: content, isStale: false });
  return 200;
}

/** One action on several records: on all of them, or on none; the earliest stage says why. */
export function together(records: readonly Model[], act: (record: Model) => Status): Status {
  const after = records.map((record) => structuredClone(record));
  const refused = after.map(act).filter((status) => status >= 400);
  if (refused.length > 0) return refused.includes(400) ? 400 : 409;
  for (const [at, record] of records.entries()) Object.assign(record, after[at]);
  return 200;
}

/** A record as a reader of live records, or with `draft` an editor, sees it; undefined where it is not to be seen. */
export function seen(record: Model, draft: boolean): object | undefined {
  const content = draft ? newest(record) : record.live;
  if (content === null) return undefined;
  const status = record.live === null ? "draft" : record.draft === null ? "published" : "modified";
  return { id: record.id, locale: record.locale, translationGroup: record.group, ...content, _status: status };
}
