import { call, client } from "../api/client.ts";
import { pathOf } from "../api/api-url.ts";

/** Restores records from the trash: all or none. @throws ColophonError with details of the refused ones */
export function restoreRecords(entity: string, ids: readonly string[]): Promise<unknown> {
  return client.entity(entity as "_file").bulk(ids, { action: "restore" } as never);
}

/** Deletes a record of the trash permanently. */
export function removeRecord(entity: string, id: string): Promise<unknown> {
  return call(`${pathOf(entity, id)}?permanent=true`, { method: "DELETE" });
}
