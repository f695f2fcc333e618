import { ColophonError } from "@colophon/client";
import type { AdminEntity } from "../api/admin-config.ts";
import { apiOf, type RecordLocator, type StoredRecord } from "./record-api.ts";

export function hasDrafts({ versions, can }: AdminEntity): boolean {
  return versions !== false && can.drafts;
}

/** The record that the caller edits: the draft, or the published record if they may not see drafts. Null for a global that was never saved in its language. */
export async function readForEditing(entity: AdminEntity, locator: RecordLocator): Promise<StoredRecord | null> {
  const api = apiOf(locator);
  const record = await (hasDrafts(entity) ? api.read(true).catch(whenForbidden(() => api.read(false))) : api.read(false));
  const isFallback = locator.locale !== undefined && record?.locale !== locator.locale;
  return isFallback ? null : record;
}

function whenForbidden<T>(otherwise: () => Promise<T>): (error: unknown) => Promise<T> {
  return (error) => {
    if (error instanceof ColophonError && error.status === 403) return otherwise();
    throw error;
  };
}
