import { Anchor, Group, List, Paper, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { listRecords } from "../api/client.ts";
import { errorText } from "../api/error-text.ts";
import { keys } from "../api/keys.ts";
import { titleOf } from "../api/summary.ts";
import { entityText } from "../shell/sidebar-items.ts";
import type { Card } from "./cards.ts";

type Shown = Extract<Card, { readonly kind: "count" | "records" }>;

/** A few records of an entity, each with the way to it. */
export function RecordsCard({ entity, title, type, query }: Shown) {
  const { t, i18n } = useTranslation();
  const { data, error } = useQuery({ queryKey: keys.list(entity.name, query), queryFn: () => listRecords(entity.name, query) });
  const when = (time: unknown) => new Date(String(time)).toLocaleDateString(i18n.language, { dateStyle: "medium" });
  return (
    <Paper withBorder p="md">
      <Title order={2} size="h5" mb="xs">
        {title ?? t(`dashboard.${type}`, { entity: entityText(entity, t) })}
      </Title>
      {error && <Text role="alert">{errorText(error, t)}</Text>}
      {data?.data.length === 0 && <Text c="dimmed">{t("dashboard.none")}</Text>}
      <List listStyleType="none" spacing={4} styles={{ itemWrapper: { width: "100%" }, itemLabel: { width: "100%" } }}>
        {data?.data.map((record) => (
          <List.Item key={record.id}>
            <Group justify="space-between" wrap="nowrap">
              <Anchor
                dir="auto"
                renderRoot={(props) => <Link to="/content/$entity/$id" params={{ entity: entity.name, id: record.id }} {...props} />}
              >
                {titleOf(entity, record)}
              </Anchor>
              <Text size="sm" c="dimmed" style={{ whiteSpace: "nowrap" }}>
                {when(record["updatedAt"])}
              </Text>
            </Group>
          </List.Item>
        ))}
      </List>
    </Paper>
  );
}
