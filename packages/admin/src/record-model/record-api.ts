/** The requests of one record or global. */
import { toQueryString as query, type Present, type Schedule, type Version } from "@colophon/client";
import { pathOf } from "../api/api-url.ts";
import { call, type AnyRecord } from "../api/client.ts";
import { keys } from "../api/keys.ts";
import type { Values } from "./types.ts";

export interface StoredRecord extends AnyRecord {
  readonly _status?: "draft" | "published" | "modified";
  readonly publishedAt?: string | null;
  readonly updatedAt?: string;
  readonly locale?: string;
  readonly _can?: { readonly update: boolean; readonly delete: boolean; readonly publish: boolean };
  readonly _translations?: Readonly<Record<string, { readonly id: string }>>;
}
/** Identifies a record or a global. */
export interface RecordLocator {
  readonly entity: string;
  /** Null for a global. */
  readonly id: string | null;
  /** The language of a translatable global. */
  readonly locale?: string | undefined;
}
export interface PreviewLink {
  readonly url: string | null;
  readonly expiresAt: string;
}
interface Guarded {
  readonly ifMatch?: string | undefined;
}
export type RecordApi = ReturnType<typeof recordApi>;

/** @param id - null for a global. @param locale - of a translatable global. */
export function recordApi(entity: string, id: string | null, locale?: string) {
  const path = pathOf(entity, id);
  const at = (below: string, parameters: object = {}) => `${path}${below}${query({ ...parameters, locale })}`;
  const post = <T = StoredRecord>(to: string, { body, ifMatch }: { body?: object } & Guarded = {}) =>
    call<T>(to, { method: "POST", ...(body && { body }), headers: { "if-match": ifMatch } });
  const versionAt = (versionId: string, below = "") => at(`/versions/${encodeURIComponent(versionId)}${below}`);
  return {
    id,
    read: (isDraft: boolean) => call<StoredRecord | null>(at("", { draft: isDraft || undefined, can: id === null ? undefined : true })),
    save: (body: Values, { isDraft, isAutomatic, ifMatch }: { readonly isDraft: boolean; readonly isAutomatic?: boolean } & Guarded) =>
      call<StoredRecord>(at("", { draft: isDraft || undefined, autosave: (isDraft && isAutomatic) || undefined }), {
        method: "PUT",
        body,
        headers: { "if-match": ifMatch },
      }),
    delete: ({ ifMatch }: Guarded) => call<{ id: string }>(at(""), { method: "DELETE", headers: { "if-match": ifMatch } }),
    discard: ({ ifMatch }: Guarded) => call<StoredRecord>(at("", { draft: true }), { method: "DELETE", headers: { "if-match": ifMatch } }),
    publish: ({ force, ...options }: Guarded & { readonly force?: boolean } = {}) =>
      post(at("/publish", { force: force || undefined }), options),
    unpublish: (options: Guarded = {}) => post(at("/unpublish"), options),
    duplicate: () => post(at("/duplicate"), { body: {} }),
    translate: (into: string) => post(at("/translate"), { body: { locale: into } }),
    schedule: (times: Partial<Pick<Schedule, "publishAt" | "unpublishAt">>) => post<Schedule>(at("/schedule"), { body: times }),
    scheduled: () => call<Schedule>(at("/schedule")),
    cancelSchedule: () => call<Schedule>(at("/schedule"), { method: "DELETE" }),
    preview: () => post<PreviewLink>(at("/preview")),
    presence: (editing: string | null) => post<readonly Present[]>(at("/presence"), { body: { editing } }),
    versions: (limit: number) => call<readonly Version[]>(at("/versions", { limit })),
    version: (versionId: string) => call<Version & { readonly data: Values }>(versionAt(versionId)),
    restore: (versionId: string, options: Guarded) => post(versionAt(versionId, "/restore"), options),
  };
}

export function apiOf({ entity, id, locale }: RecordLocator): RecordApi {
  return recordApi(entity, id, locale);
}

/** The prefix of the record's query keys. */
export function recordQueryKey({ entity, id, locale }: RecordLocator): readonly string[] {
  return keys.record(entity, id ?? locale ?? "");
}

/** @param key - the `Idempotency-Key`: a retry with the same key creates no second record. */
export function createRecord(entity: string, body: Values, { isDraft, key }: { readonly isDraft: boolean; readonly key: string }) {
  const path = pathOf(entity) + query({ draft: isDraft || undefined });
  return call<StoredRecord>(path, { method: "POST", body, headers: { "idempotency-key": key } });
}
