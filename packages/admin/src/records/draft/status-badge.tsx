import { Badge, Group, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { keys } from "../../api/keys.ts";
import { recordApi, type StoredRecord } from "../record-api.ts";

const COLORS = { draft: "gray", published: "green", modified: "yellow" } as const;

interface Given {
  readonly entity: string;
  readonly id: string | null;
  readonly record: StoredRecord;
}

export function scheduleQuery(entity: string, id: string | null) {
  return { queryKey: [...keys.record(entity, id ?? ""), "schedule"], queryFn: () => recordApi(entity, id).scheduled(), retry: false };
}

/** Draft, published or changed since, and what is scheduled. */
export function StatusBadge({ entity, id, record }: Given) {
  const { t, i18n } = useTranslation();
  const { data: schedule } = useQuery(scheduleQuery(entity, id));
  const status = record._status ?? "draft";
  const when = (time: string) => new Date(time).toLocaleString(i18n.language, { dateStyle: "medium", timeStyle: "short" });
  return (
    <Group gap="xs">
      <Badge color={COLORS[status]} variant="light" autoContrast>
        {t(`draft.status.${status}`)}
      </Badge>
      {schedule?.publishAt && <Text size="sm">{t("draft.status.scheduled", { when: when(schedule.publishAt) })}</Text>}
      {schedule?.unpublishAt && <Text size="sm">{t("draft.status.ends", { when: when(schedule.unpublishAt) })}</Text>}
      {schedule?.failed && (
        <Text size="sm" c="var(--mantine-color-error)">
          {t("draft.status.scheduleFailed", { code: schedule.failed.code })}
        </Text>
      )}
    </Group>
  );
}
