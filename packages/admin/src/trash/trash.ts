import type { AdminEntity } from "../api/admin-entities.ts";
import type { TFunction } from "i18next";
import { call, client } from "../api/client.ts";
import { pathOf } from "../api/api-url.ts";

const DEFAULT_DAYS = 30;

/** Whether the entity has a trash that the caller may see. */
export function hasTrash({ trash, can }: Pick<AdminEntity, "trash" | "can">): boolean {
  return trash !== false && can.delete;
}

/** How many days records stay in the trash. */
export function daysOf({ trash }: Pick<AdminEntity, "trash">): number {
  return (typeof trash === "object" ? trash.days : undefined) ?? DEFAULT_DAYS;
}

/** What happens to the entity's records when they are deleted. */
export function deletionText(entity: Pick<AdminEntity, "name" | "trash">, t: TFunction): string {
  if (entity.name === "_user") return t("people.deletionText");
  return entity.trash === false ? t("bulk.deleteText") : t("trash.deletionText", { count: daysOf(entity) });
}

/** Restores records from the trash: all or none. @throws ColophonError with details of the refused ones */
export function restoreRecords(entity: string, ids: readonly string[]): Promise<unknown> {
  return client.entity(entity as "_file").bulk(ids, { action: "restore" } as never);
}

/** Deletes a record of the trash permanently. */
export function removeRecord(entity: string, id: string): Promise<unknown> {
  return call(`${pathOf(entity, id)}?permanent=true`, { method: "DELETE" });
}
