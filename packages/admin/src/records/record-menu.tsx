import { Menu } from "@mantine/core";
import { IconDots } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useKnownConfig, type AdminEntity } from "../api/admin-config.ts";
import { IconMenu } from "../elements/icon-menu.tsx";
import { deletionText } from "../trash/trash.ts";
import { useNotifyDeleted } from "../trash/use-notify-deleted.ts";
import { ConfirmDialog } from "../elements/confirm-dialog.tsx";
import { hasDrafts } from "../record-model/read-for-editing.ts";
import type { EditSession } from "../drafts/session/session.ts";
import type { useActions } from "../drafts/use-actions.ts";
import { useSessionState } from "../drafts/session/use-session.ts";
import type { PreviewOpen } from "../previews/use-preview-open.ts";
import type { RecordLocator } from "../record-model/record-api.ts";
import { lazyPart } from "../loading/lazy-part.tsx";

const ScheduleDialog = lazyPart(async () => (await import("../schedules/schedule-dialog.tsx")).ScheduleDialog);
const HistoryDrawer = lazyPart(async () => (await import("../versions/history-drawer.tsx")).HistoryDrawer);

const RecordLogDrawer = lazyPart(async () => (await import("./record-log-drawer.tsx")).RecordLogDrawer);

interface Props {
  readonly session: EditSession;
  readonly entity: AdminEntity;
  readonly locator: RecordLocator;
  readonly actions: ReturnType<typeof useActions>;
  readonly isInDrawer: boolean;
  readonly preview: PreviewOpen;
}
type Dialog = "schedule" | "history" | "log" | "unpublish" | "discard" | "delete";

/** More actions of a record, with their dialogs. */
export function RecordMenu({ session, entity, locator, actions, isInDrawer, preview }: Props) {
  const { t } = useTranslation();
  const { id } = locator;
  const navigate = useNavigate();
  const [open, setOpen] = useState<Dialog | null>(null);
  const { record } = useSessionState(session);
  const can = record?._can ?? entity.can;
  const { audit } = useKnownConfig();
  const isDrafts = hasDrafts(entity);
  const isLive = (record?.publishedAt ?? null) !== null;
  const notifyDeleted = useNotifyDeleted();
  const close = () => setOpen(null);
  const toList = () => navigate({ to: "/content/$entity", params: { entity: entity.name }, ignoreBlocker: true });
  const items: readonly (readonly [Dialog | "duplicate" | "preview", boolean])[] = [
    ["preview", isDrafts && !isInDrawer],
    ["history", isDrafts && can.update],
    ["log", audit && can.update],
    ["schedule", isDrafts && entity.can.publish && can.update],
    ["unpublish", isDrafts && isLive && can.update],
    ["discard", isDrafts && can.update && record?._status !== "published"],
    ["duplicate", entity.can.create && id !== null && !isInDrawer && !entity.name.startsWith("_")],
    ["delete", can.delete && id !== null && !isInDrawer],
  ];
  const shown = items.filter(([, isShown]) => isShown).map(([name]) => name);
  const duplicate = async () => {
    const made = await actions.duplicate();
    if (made !== null) await navigate({ to: "/content/$entity/$id", params: { entity: entity.name, id: made } });
  };
  const confirmed = async () => {
    close();
    if (open === "unpublish") await actions.unpublish();
    const goes = open === "delete" || (open === "discard" && !isLive);
    if (open === "discard" || open === "delete") {
      const isDone = await actions[open]();
      if (isDone && goes && !isInDrawer) await toList();
      if (isDone && open === "delete" && id !== null) notifyDeleted(entity, [id]);
    }
  };
  const choose = (name: (typeof shown)[number]) => {
    if (name === "duplicate") void duplicate();
    else if (name === "preview") preview.toggle();
    else setOpen(name);
  };
  if (!record || shown.length === 0) return null;
  return (
    <>
      <IconMenu label={t("draft.more")} icon={IconDots} position="bottom-end">
        {shown.map((name) => (
          <Menu.Item key={name} onClick={() => choose(name)}>
            {t(`draft.action.${name}`)}
          </Menu.Item>
        ))}
      </IconMenu>
      {(open === "unpublish" || open === "discard" || open === "delete") && (
        <ConfirmDialog
          title={t(`draft.action.${open}`)}
          text={open === "delete" ? deletionText(entity, t) : t(`draft.confirm.${open === "discard" && !isLive ? "discardAll" : open}`)}
          action={t(`draft.action.${open}`)}
          isDestructive={open !== "unpublish"}
          onConfirm={() => void confirmed()}
          onClose={close}
        />
      )}
      {open === "schedule" && <ScheduleDialog locator={locator} onClose={close} />}
      {open === "log" && <RecordLogDrawer locator={locator} onClose={close} />}
      {open === "history" && <HistoryDrawer entity={entity} locator={locator} onRestore={actions.restore} onClose={close} />}
    </>
  );
}
