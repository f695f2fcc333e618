import type { EntityShape } from "./config-shape.ts";
import type { Connection } from "./connection.ts";
import { toQueryString } from "./query-string.ts";
import type { Page, RecordOf } from "./record-types.ts";
import type { DraftOf, WriteOptions } from "./write-types.ts";

export interface Version {
  readonly id: string;
  readonly number: number;
  readonly status: string;
  readonly pinned: boolean;
  readonly createdAt: string;
  readonly createdBy: string | null;
}
export interface Schedule {
  readonly id: string;
  readonly publishAt: string | null;
  readonly unpublishAt: string | null;
  /** The user or API key that the schedule runs as. */
  readonly by: string | null;
  /** Why it was not carried out. */
  readonly failed: { readonly at: string; readonly code: string } | null;
}
/** A schedule in the list of all that the caller may see. */
export interface PlannedSchedule extends Schedule {
  readonly entity: string;
  readonly title: string | null;
}
/** A link that shows the draft. */
export interface Preview {
  /** For the `preview` of reads. */
  readonly token: string;
  /** The page that shows it, where the entity names one. */
  readonly url: string | null;
  readonly expiresAt: string;
}
/** One step of a JSON Patch (RFC 6902). */
export interface PatchStep {
  readonly op: "add" | "remove" | "replace" | "move" | "copy" | "test";
  readonly path: string;
  readonly from?: string;
  readonly value?: unknown;
}

/** The life of one record, or of a global, with versions. */
export interface Draft<E extends EntityShape> {
  /** Saves fields beside what is live. A draft may lack required ones. */
  save(data: DraftOf<E>, options?: WriteOptions): Promise<RecordOf<E>>;
  /** Drops what is pending. A record that was never published goes away with it. */
  discard(options?: WriteOptions): Promise<RecordOf<E> | { readonly id: string }>;
  /** Makes it live. @throws ColophonError 409 when it is older than what is live, unless `force` is set */
  publish(options?: WriteOptions & { readonly force?: boolean }): Promise<RecordOf<E>>;
  /** Takes it off; the content stays as the draft. */
  unpublish(options?: WriteOptions): Promise<RecordOf<E>>;
  /** Publishes and unpublishes at times to come, in place of what was scheduled before. */
  schedule(times: Partial<Pick<Schedule, "publishAt" | "unpublishAt">>): Promise<Schedule>;
  scheduled(): Promise<Schedule>;
  cancelSchedule(): Promise<Schedule>;
  /** Makes a link that shows the draft, for 24 hours. */
  preview(): Promise<Preview>;
  /** Ends all such links. */
  endPreviews(): Promise<{ readonly id: string }>;
  /** The history, newest first. */
  versions(page?: { readonly limit?: number; readonly offset?: number }): Promise<Page<Version>>;
  version(versionId: string): Promise<Version & { readonly data: DraftOf<E>; readonly incompatible?: boolean }>;
  /** What makes the version's content into the other's. */
  diff(versionId: string, other: string): Promise<readonly PatchStep[]>;
  /** Makes a version the pending draft, or with `publish` live at once. */
  restore(versionId: string, options?: WriteOptions & { readonly publish?: boolean }): Promise<RecordOf<E>>;
}

/** The draft and versions of what lies at `path`; `place` goes with each request. */
export function createDraft<E extends EntityShape>({ data, send }: Connection, path: string, place: object = {}): Draft<E> {
  const at = (below: string, query: object = {}) => `${path}${below}${toQueryString({ ...query, ...place })}`;
  const post = (below: string, query?: object, { ifMatch }: WriteOptions = {}) =>
    data<RecordOf<E>>(at(below, query), { method: "POST", headers: { "if-match": ifMatch } });
  const versionAt = (id: string) => `/versions/${encodeURIComponent(id)}`;
  const draft = at("", { draft: true });
  return {
    save: (body, { ifMatch } = {}) => data(draft, { method: "PUT", body, headers: { "if-match": ifMatch } }),
    discard: ({ ifMatch } = {}) => data(draft, { method: "DELETE", headers: { "if-match": ifMatch } }),
    publish: ({ force, ...options } = {}) => post("/publish", { force }, options),
    unpublish: (options) => post("/unpublish", {}, options),
    schedule: (body) => data(at("/schedule"), { method: "POST", body }),
    scheduled: () => data(at("/schedule")),
    cancelSchedule: () => data(at("/schedule"), { method: "DELETE" }),
    preview: () => data(at("/preview"), { method: "POST" }),
    endPreviews: () => data(at("/preview"), { method: "DELETE" }),
    versions: (page) => send(at("/versions", page)),
    version: (id) => data(at(versionAt(id))),
    diff: (id, other) => data(at(versionAt(id), { diff: other })),
    restore: (id, { publish, ...options } = {}) => post(`${versionAt(id)}/restore`, { publish }, options),
  };
}
