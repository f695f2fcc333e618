import { ActionIcon, Anchor, Group, Text } from "@mantine/core";
import { IconPencil, IconX } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import type { AdminEntity } from "../../api/admin-config.ts";
import type { AnyRecord } from "../../api/client.ts";

interface Props {
  readonly entity: AdminEntity | undefined;
  readonly target: AnyRecord | undefined;
  readonly title: string;
  readonly id: string;
}

/** The record that a field refers to; its id if it can't be read. */
export function TargetLine({ entity, target, title, id }: Props) {
  if (!entity || !target)
    return (
      <Text size="sm" c="dimmed" truncate>
        {title}
      </Text>
    );
  return (
    <Anchor
      size="sm"
      truncate
      dir="auto"
      renderRoot={(props) => <Link to="/content/$entity/$id" params={{ entity: entity.name, id }} {...props} />}
    >
      {title}
    </Anchor>
  );
}

interface Tools {
  readonly title: string;
  readonly onEdit?: () => void;
  readonly onRemove?: () => void;
}

export function TargetTools({ title, onEdit, onRemove }: Tools) {
  const { t } = useTranslation();
  return (
    <Group gap={4} wrap="nowrap">
      {onEdit && (
        <ActionIcon variant="subtle" color="gray" aria-label={t("form.editItem", { name: title })} onClick={onEdit}>
          <IconPencil size={16} aria-hidden />
        </ActionIcon>
      )}
      {onRemove && (
        <ActionIcon variant="subtle" color="gray" aria-label={t("form.removeItem", { name: title })} onClick={onRemove}>
          <IconX size={16} aria-hidden />
        </ActionIcon>
      )}
    </Group>
  );
}
