import { Button, Group, Modal, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";

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
