import { Group, List, Paper, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { errorText } from "../api/error-text.ts";

export interface CardLine {
  readonly id: string;
  readonly title: ReactNode;
  readonly note: ReactNode;
}
interface Props {
  readonly title: string;
  /** Undefined while loading. */
  readonly lines: readonly CardLine[] | undefined;
  readonly error: Error | null;
}

/** A card with a short list of records. */
export function CardList({ title, lines, error }: Props) {
  const { t } = useTranslation();
  return (
    <Paper withBorder p="md">
      <Title order={2} size="h5" mb="xs">
        {title}
      </Title>
      {error && <Text role="alert">{errorText(error, t)}</Text>}
      {lines?.length === 0 && (
        <Text size="sm" c="dimmed">
          {t("dashboard.none")}
        </Text>
      )}
      <List listStyleType="none" spacing={4} styles={{ itemWrapper: { width: "100%" }, itemLabel: { width: "100%" } }}>
        {lines?.map(({ id, title: name, note }) => (
          <List.Item key={id}>
            <Group justify="space-between" wrap="nowrap">
              <div style={{ minWidth: 0, overflowWrap: "anywhere" }}>{name}</div>
              <Text size="sm" c="dimmed" style={{ whiteSpace: "nowrap" }}>
                {note}
              </Text>
            </Group>
          </List.Item>
        ))}
      </List>
    </Paper>
  );
}
