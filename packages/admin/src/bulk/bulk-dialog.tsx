import { useTranslation } from "react-i18next";
import type { AdminEntity } from "../api/admin-config.ts";
import { callAny, client } from "../api/client.ts";
import { notify } from "../messages/messages.ts";
import { deletionText } from "../trash/trash.ts";
import { useNotifyDeleted } from "../trash/use-notify-deleted.ts";
import type { KnownAction, RouteAction } from "./bulk-actions.ts";
import { BulkFrame, type BulkDialogProps } from "./bulk-frame.tsx";

/** Actions without a value to choose. */
export type PlainAction = Exclude<KnownAction, "update" | "assign"> | RouteAction;

export function BulkDialog(props: BulkDialogProps<PlainAction>) {
  const { entity, action } = props;
  const { t } = useTranslation();
  const notifyDeleted = useNotifyDeleted();
  if (typeof action === "object") {
    return (
      <BulkFrame
        {...props}
        title={(count) => t("bulk.routeTitle", { title: action.title, count })}
        text={t("bulk.routeText")}
        label={action.title}
        run={(ids) => callRoute(entity, action, ids)}
        onDone={(ids) => void notify({ text: t("bulk.routeDone", { title: action.title, count: ids.length }) })}
      />
    );
  }
  const isDelete = action === "delete";
  return (
    <BulkFrame
      {...props}
      title={(count) => t(`bulk.${action}Title`, { count })}
      text={isDelete ? deletionText(entity, t) : t(`bulk.${action}Text`)}
      label={t(`bulk.${action}`)}
      run={(ids) => client.entity(entity.name as "_file").bulk(ids, { action } as never)}
      {...(isDelete && { onDone: (ids) => notifyDeleted(entity, ids) })}
    />
  );
}

function callRoute({ name: entity }: AdminEntity, { route }: RouteAction, ids: readonly string[]): Promise<unknown> {
  return callAny(`/api/custom/${encodeURIComponent(route)}`, { method: "POST", body: { entity, ids } });
}
