import { ActionIcon, Group } from "@mantine/core";
import { IconCopy, IconTrash } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

interface Props {
  readonly name: string;
  readonly onRemove: () => void;
  readonly onDuplicate?: () => void;
}

export function ItemTools({ name, onRemove, onDuplicate }: Props) {
  const { t } = useTranslation();
  return (
    <Group gap={4} wrap="nowrap">
      {onDuplicate && (
        <ActionIcon variant="subtle" color="gray" aria-label={t("form.duplicateItem", { name })} onClick={onDuplicate}>
          <IconCopy size={16} aria-hidden />
        </ActionIcon>
      )}
      <ActionIcon variant="subtle" color="gray" aria-label={t("form.removeItem", { name })} onClick={onRemove}>
        <IconTrash size={16} aria-hidden />
      </ActionIcon>
    </Group>
  );
}
