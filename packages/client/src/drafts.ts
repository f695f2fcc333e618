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
  /** Why it failed. */
  readonly failed: { readonly at: string; readonly code: string } | null;
}
/** A schedule in the list of all schedules that the caller may see. */
export interface PlannedSchedule extends Schedule {
  readonly entity: string;
  readonly title: string | null;
}
/** A preview link of a draft. */
export interface Preview {
  /** For the parameter `preview` of reads. */
  readonly token: string;
  /** The URL of the page that shows it, if the entity configures one. */
  readonly url: string | null;
  readonly expiresAt: string;
}
/** One operation of a JSON Patch (RFC 6902). */
export interface PatchStep {
  readonly op: "add" | "remove" | "replace" | "move" | "copy" | "test";
  readonly path: string;
  readonly from?: string;
  readonly value?: unknown;
}

export interface DraftOptions extends WriteOptions {
  /** Saves of this session within 10 minutes are one version. */
  readonly autosave?: boolean;
}
/** The draft, the schedule and the versions of a record or a global. */
export interface Draft<E extends EntityShape> {
  /** Saves fields as a draft; the published version stays. Required fields can be missing in a draft. */
  save(data: DraftOf<E>, options?: DraftOptions): Promise<RecordOf<E>>;
  /** Discards the draft. A record that was never published is deleted. */
  discard(options?: WriteOptions): Promise<RecordOf<E> | { readonly id: string }>;
  /** Publishes the draft. @throws ColophonError 409 if the published version is newer than the draft, unless `force` is set */
  publish(options?: WriteOptions & { readonly force?: boolean }): Promise<RecordOf<E>>;
  /** Unpublishes the record; its content stays as the draft. */
  unpublish(options?: WriteOptions): Promise<RecordOf<E>>;
  /** Schedules publication and unpublication; replaces the previous schedule. */
  schedule(times: Partial<Pick<Schedule, "publishAt" | "unpublishAt">>): Promise<Schedule>;
  scheduled(): Promise<Schedule>;
  cancelSchedule(): Promise<Schedule>;
  /** Creates a preview link of the draft, valid for 24 hours. */
  preview(): Promise<Preview>;
  /** Revokes all preview links of the record. */
  endPreviews(): Promise<{ readonly id: string }>;
  /** The versions, newest first. */
  versions(page?: { readonly limit?: number; readonly offset?: number }): Promise<Page<Version>>;
  version(versionId: string): Promise<Version & { readonly data: DraftOf<E>; readonly incompatible?: true }>;
  /** The JSON Patch from this version to the other one. */
  diff(versionId: string, other: string): Promise<readonly PatchStep[]>;
  /** Restores a version as the draft, or with `publish` as the published version. */
  restore(versionId: string, options?: WriteOptions & { readonly publish?: boolean }): Promise<RecordOf<E>>;
}

/** Requests for the draft and the versions at `path`; `place` is added to each request. */
export function createDraft<E extends EntityShape>({ data, send }: Connection, path: string, place: object = {}): Draft<E> {
  const at = (below: string, query: object = {}) => `${path}${below}${toQueryString({ ...query, ...place })}`;
  const post = (below: string, query?: object, { ifMatch }: WriteOptions = {}) =>
    data<RecordOf<E>>(at(below, query), { method: "POST", headers: { "if-match": ifMatch } });
  const versionAt = (id: string) => `/versions/${encodeURIComponent(id)}`;
  const draft = at("", { draft: true });
  return {
    save: (body, { ifMatch, autosave } = {}) =>
      data(at("", { draft: true, autosave }), { method: "PUT", body, headers: { "if-match": ifMatch } }),
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
