import type { TFunction } from "i18next";
import type { AdminEntity } from "../api/admin-entities.ts";
import { daysOf } from "./trash-of.ts";

/** What happens to the entity's records when they are deleted. */
export function deletionText(entity: Pick<AdminEntity, "name" | "trash">, t: TFunction): string {
  if (entity.name === "_user") return t("people.deletionText");
  return entity.trash === false ? t("bulk.deleteText") : t("trash.deletionText", { count: daysOf(entity) });
}
