import "./sortable-item.css";
import { useSortable } from "@dnd-kit/sortable";
import { CSS } from "@dnd-kit/utilities";
import { ActionIcon, Box, Group } from "@mantine/core";
import { IconGripVertical } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

interface Props {
  readonly id: string;
  /** The label for screen readers. */
  readonly name: string;
  readonly isReadOnly: boolean;
  readonly tools: ReactNode;
  readonly children: ReactNode;
}

/** One item of a sortable list, with its drag handle and buttons. */
export function SortableItem({ id, name, isReadOnly, tools, children }: Props) {
  const { t } = useTranslation();
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition } = useSortable({ id, disabled: isReadOnly });
  const hasTools = !isReadOnly && tools !== null;
  return (
    <Box
      ref={setNodeRef}
      {...(hasTools && { className: "sortable-item" })}
      style={{ transform: CSS.Translate.toString(transform), transition }}
    >
      <Group className="sortable-item-line" wrap="nowrap" align="flex-start" gap="xs">
        {!isReadOnly && (
          <ActionIcon
            ref={setActivatorNodeRef}
            variant="subtle"
            color="gray"
            aria-label={t("form.move.handle", { name })}
            {...attributes}
            {...listeners}
          >
            <IconGripVertical size={16} aria-hidden />
          </ActionIcon>
        )}
        <Box className="sortable-item-content">{children}</Box>
        {hasTools && tools}
      </Group>
    </Box>
  );
}
