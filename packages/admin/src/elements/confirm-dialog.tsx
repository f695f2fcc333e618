import { Button, Group, Modal, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";

interface Props {
  readonly title: string;
  readonly text: string;
  readonly action: string;
  readonly isDestructive?: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Asks for a confirmation. */
export function ConfirmDialog({ title, text, action, isDestructive = false, onConfirm, onClose }: Props) {
  const { t } = useTranslation();
  return (
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ "aria-label": t("common.close") }}>
      <Text mb="md">{text}</Text>
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {t("common.cancel")}
        </Button>
        <Button onClick={onConfirm} data-autofocus {...(isDestructive && { color: "red" })}>
          {action}
        </Button>
      </Group>
    </Modal>
  );
}
