import { call, client } from "../api/client.ts";
import { pathOf } from "../records/record-api.ts";

/** Takes records out of the trash: all of them, or none. @throws ColophonError whose details name those that are refused */
export function restoreRecords(entity: string, ids: readonly string[]): Promise<unknown> {
  return client.entity(entity as "_file").bulk(ids, { action: "restore" } as never);
}

/** Removes a record of the trash for good. */
export function removeRecord(entity: string, id: string): Promise<unknown> {
  return call(`${pathOf(entity, id)}?permanent=true`, { method: "DELETE" });
}
