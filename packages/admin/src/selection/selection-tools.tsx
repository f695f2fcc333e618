import { ActionIcon, Box, Group, Text, Tooltip } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import type { CSSProperties, ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { Selection } from "./use-selection.ts";

interface Props {
  readonly selection: Pick<Selection, "records" | "clear">;
  readonly children: ReactNode;
}

/** The buttons stand in one line, which is moved sideways where it is too long; the room around is that of the outline of the focus. */
const LINE: CSSProperties = {
  display: "grid",
  gridAutoFlow: "column",
  gridAutoColumns: "max-content",
  gap: "var(--mantine-spacing-xs)",
  minWidth: 0,
  overflowX: "auto",
  padding: 4,
  margin: -4,
};

/** How many records are chosen, the way to choose none, and the buttons of what can be done with them. */
export function SelectionTools({ selection, children }: Props) {
  const { t } = useTranslation();
  return (
    <Group gap="xs">
      <Group gap={4} wrap="nowrap" me="xs">
        <Tooltip label={t("bulk.clear")}>
          <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t("bulk.clear")} onClick={selection.clear}>
            <IconX size={18} aria-hidden />
          </ActionIcon>
        </Tooltip>
        <Text role="status">{t("bulk.selected", { count: selection.records.length })}</Text>
      </Group>
      <Box style={LINE}>{children}</Box>
    </Group>
  );
}
