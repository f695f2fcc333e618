import { useBlocker } from "@tanstack/react-router";
import type { EditSession } from "./session/session.ts";
import { Button, Group, Modal, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";

/** Before the page is left: saves automatically if the entity has drafts, and asks if something is still unsaved. */
export function LeaveGuard({ session, isAutomatic }: { readonly session: EditSession; readonly isAutomatic: boolean }) {
  const { form } = session;
  const blocker = useBlocker({
    async shouldBlockFn() {
      if (isAutomatic && form.isChanged()) await session.save();
      return form.isChanged();
    },
    enableBeforeUnload: () => form.isChanged(),
    withResolver: true,
  });
  return blocker.status === "blocked" ? <LeaveDialog onStay={blocker.reset} onLeave={blocker.proceed} /> : null;
}

/** Asks before unsaved changes are left. */
export function LeaveDialog({ onStay, onLeave }: { readonly onStay: () => void; readonly onLeave: () => void }) {
  const { t } = useTranslation();
  return (
    <Modal opened onClose={onStay} title={t("draft.leave.title")} closeButtonProps={{ "aria-label": t("common.close") }}>
      <Text mb="md">{t("draft.leave.text")}</Text>
      <Group justify="flex-end">
        <Button variant="default" onClick={onLeave}>
          {t("draft.leave.go")}
        </Button>
        <Button onClick={onStay} data-autofocus>
          {t("draft.leave.stay")}
        </Button>
      </Group>
    </Modal>
  );
}
