import { Anchor } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { listRecords } from "../api/client.ts";
import { keys } from "../api/keys.ts";
import { titleOf } from "../api/summary.ts";
import { entityText } from "../api/admin-entities.ts";
import { CardList } from "./card-list.tsx";
import { formatted } from "../texts/formats.ts";
import type { Card } from "./cards.ts";

type Shown = Extract<Card, { readonly kind: "count" | "records" }>;

/** A short list of records. */
export function RecordsCard({ entity, title, type, query }: Shown) {
  const { t, i18n } = useTranslation();
  const { data, error } = useQuery({ queryKey: keys.list(entity.name, query), queryFn: () => listRecords(entity.name, query) });
  const lines = data?.data.map((record) => ({
    id: record.id,
    title: (
      <Anchor
        dir="auto"
        size="sm"
        renderRoot={(props) => <Link to="/content/$entity/$id" params={{ entity: entity.name, id: record.id }} {...props} />}
      >
        {titleOf(entity, record)}
      </Anchor>
    ),
    note: formatted("day", Date.parse(String(record["updatedAt"])), i18n.language),
  }));
  return <CardList title={title ?? t(`dashboard.${type}`, { entity: entityText(entity, t) })} lines={lines} error={error} />;
}
