import { Group, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { StatusMark } from "../shell/status-mark.tsx";
import { shownTime } from "../texts/formats.ts";
import { apiOf, placeKey, type RecordPlace, type StoredRecord } from "../records/model/record-api.ts";

interface Props {
  readonly place: RecordPlace;
  readonly record: StoredRecord;
}

export function scheduleQuery(place: RecordPlace) {
  return { queryKey: [...placeKey(place), "schedule"], queryFn: () => apiOf(place).scheduled(), retry: false };
}

/** The status of the draft, and its schedule. */
export function StatusBadge({ place, record }: Props) {
  const { t, i18n } = useTranslation();
  const { data: schedule } = useQuery(scheduleQuery(place));
  const status = record._status ?? "draft";
  const when = (time: string) => shownTime(time, i18n.language);
  return (
    <Group gap="xs">
      <StatusMark status={status} label={t(`status.${status}`)} />
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
