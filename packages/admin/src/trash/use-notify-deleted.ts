import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { AdminEntity } from "../api/admin-config.ts";
import { errorText } from "../api/error-text.ts";
import { keys } from "../api/keys.ts";
import { notify } from "../messages/messages.ts";
import { restoreRecords } from "./trash.ts";

/** Shows a message about a deletion; with an undo button if the entity has a trash. */
export function useNotifyDeleted(): (entity: AdminEntity, ids: readonly string[]) => void {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const undo = async (entity: AdminEntity, ids: readonly string[]) => {
    try {
      await restoreRecords(entity.name, ids);
      await notify({ text: t("trash.restored", { count: ids.length }) });
    } catch (error) {
      await notify({ text: errorText(error, t), isFailure: true });
    }
    await queries.invalidateQueries({ queryKey: keys.entity(entity.name) });
  };
  return (entity, ids) => {
    const text = t(entity.trash ? "trash.moved" : "trash.deleted", { count: ids.length });
    const action = { label: t("trash.undo"), run: () => void undo(entity, ids) };
    void notify({ text, ...(entity.trash && { action }) });
  };
}
