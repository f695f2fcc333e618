/** One record, or a global, as the form uses it. */
import { toQueryString as query, type Present, type Schedule, type Version } from "@colophon/client";
import { call, type AnyRecord } from "../api/client.ts";
import type { Values } from "./model/types.ts";

export interface StoredRecord extends AnyRecord {
  readonly _status?: "draft" | "published" | "modified";
  readonly publishedAt?: string | null;
  readonly updatedAt?: string;
  readonly locale?: string;
  readonly _can?: { readonly update: boolean; readonly delete: boolean; readonly publish: boolean };
  readonly _translations?: Readonly<Record<string, { readonly id: string }>>;
}
interface Guarded {
  readonly ifMatch?: string | undefined;
}
export type RecordApi = ReturnType<typeof recordApi>;

export function pathOf(entity: string, id: string | null = null): string {
  return `/api/${encodeURIComponent(entity)}${id === null ? "" : `/${encodeURIComponent(id)}`}`;
}

/** @param id - null for a global. */
export function recordApi(entity: string, id: string | null) {
  const path = pathOf(entity, id);
  const post = <T = StoredRecord>(below: string, { body, ifMatch }: { body?: object } & Guarded = {}) =>
    call<T>(`${path}/${below}`, { method: "POST", ...(body && { body }), headers: { "if-match": ifMatch } });
  return {
    id,
    read: (isDraft: boolean) =>
      call<StoredRecord | null>(path + query({ draft: isDraft || undefined, can: id === null ? undefined : true })),
    save: (body: Values, { isDraft, ifMatch }: { readonly isDraft: boolean } & Guarded) =>
      call<StoredRecord>(path + query({ draft: isDraft || undefined }), { method: "PUT", body, headers: { "if-match": ifMatch } }),
    delete: ({ ifMatch }: Guarded) => call<{ id: string }>(path, { method: "DELETE", headers: { "if-match": ifMatch } }),
    discard: ({ ifMatch }: Guarded) => call<StoredRecord>(`${path}?draft=true`, { method: "DELETE", headers: { "if-match": ifMatch } }),
    publish: ({ force, ...options }: Guarded & { readonly force?: boolean } = {}) =>
      post(`publish${query({ force: force || undefined })}`, options),
    unpublish: (options: Guarded = {}) => post("unpublish", options),
    duplicate: () => post("duplicate", { body: {} }),
    translate: (locale: string) => post("translate", { body: { locale } }),
    schedule: (times: Partial<Pick<Schedule, "publishAt" | "unpublishAt">>) => post<Schedule>("schedule", { body: times }),
    scheduled: () => call<Schedule>(`${path}/schedule`),
    cancelSchedule: () => call<Schedule>(`${path}/schedule`, { method: "DELETE" }),
    preview: () => post<{ readonly url: string | null; readonly expiresAt: string }>("preview"),
    presence: (editing: string | null) => post<readonly Present[]>("presence", { body: { editing } }),
    versions: (limit: number) => call<readonly Version[]>(`${path}/versions${query({ limit })}`),
    version: (versionId: string) => call<Version & { readonly data: Values }>(`${path}/versions/${encodeURIComponent(versionId)}`),
    restore: (versionId: string, options: Guarded) => post(`versions/${encodeURIComponent(versionId)}/restore`, options),
  };
}

/** @param key - of the `Idempotency-Key`: sent again it makes no second record. */
export function createRecord(entity: string, body: Values, { isDraft, key }: { readonly isDraft: boolean; readonly key: string }) {
  const path = pathOf(entity) + query({ draft: isDraft || undefined });
  return call<StoredRecord>(path, { method: "POST", body, headers: { "idempotency-key": key } });
}
