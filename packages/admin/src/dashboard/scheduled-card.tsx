import type { PlannedSchedule } from "@colophon/client";
import { Anchor } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { entityNamed, useKnownConfig } from "../api/admin-config.ts";
import { client } from "../api/client.ts";
import { keys } from "../api/keys.ts";
import { entityText } from "../api/admin-entities.ts";
import { CardList } from "./card-list.tsx";
import { shownTime } from "../texts/formats.ts";
import type { Card } from "./cards.ts";

type Shown = Extract<Card, { readonly kind: "scheduled" }>;

/** The next publications and unpublications, and those that failed. */
export function ScheduledCard({ title, entity, limit, fetchLimit }: Shown) {
  const { t, i18n } = useTranslation();
  const query = { limit: fetchLimit, count: false };
  const { data, error } = useQuery({ queryKey: keys.schedules(query), queryFn: () => client.schedules(query) });
  const noteOf = ({ publishAt, unpublishAt, failed }: PlannedSchedule): string => {
    if (failed) return t("dashboard.scheduleFailed", { code: failed.code });
    const when = shownTime(publishAt ?? unpublishAt ?? "", i18n.language);
    return publishAt === null ? t("dashboard.ends", { when }) : when;
  };
  const shown = data?.data.filter((schedule) => entity === null || schedule.entity === entity).slice(0, limit);
  const lines = shown?.map((item) => ({ id: item.id, title: <RecordLink schedule={item} />, note: noteOf(item) }));
  return <CardList title={title ?? t("dashboard.scheduled")} lines={lines} error={error} />;
}

function RecordLink({ schedule: { entity: name, id, title } }: { readonly schedule: PlannedSchedule }) {
  const { t } = useTranslation();
  const entity = entityNamed(useKnownConfig(), name);
  const text = title ?? (entity ? entityText(entity, t) : name);
  return (
    <Anchor
      dir="auto"
      size="sm"
      renderRoot={(props) =>
        entity?.global ? (
          <Link to="/globals/$entity" params={{ entity: name }} {...props} />
        ) : (
          <Link to="/content/$entity/$id" params={{ entity: name, id }} {...props} />
        )
      }
    >
      {text}
    </Anchor>
  );
}
