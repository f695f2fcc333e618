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
  return (
    <Box ref={setNodeRef} style={{ transform: CSS.Translate.toString(transform), transition }}>
      <Group wrap="nowrap" align="flex-start" gap="xs">
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
        <Box flex={1} miw={0}>
          {children}
        </Box>
        {!isReadOnly && tools}
      </Group>
    </Box>
  );
}
