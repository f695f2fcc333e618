import { Anchor, Paper, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { listRecords } from "../api/client.ts";
import { errorText } from "../api/error-text.ts";
import { keys } from "../api/keys.ts";
import { entityText } from "../api/admin-entities.ts";
import { formatted } from "../texts/formats.ts";
import type { Card } from "./cards.ts";

type Shown = Extract<Card, { readonly kind: "count" | "records" }>;

/** The number of records of an entity. */
export function CountCard({ entity, title, query }: Shown) {
  const { t, i18n } = useTranslation();
  const { data, error } = useQuery({ queryKey: keys.list(entity.name, query), queryFn: () => listRecords(entity.name, query) });
  return (
    <Paper withBorder p="md">
      <Title order={2} size="h5">
        <Anchor renderRoot={(props) => <Link to="/content/$entity" params={{ entity: entity.name }} search={{}} {...props} />}>
          {title ?? entityText(entity, t)}
        </Anchor>
      </Title>
      {error && <Text role="alert">{errorText(error, t)}</Text>}
      <Text size="xl" fw={600}>
        {data?.meta.total === undefined ? "…" : formatted("number", data.meta.total, i18n.language)}
      </Text>
    </Paper>
  );
}
