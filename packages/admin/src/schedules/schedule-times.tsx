import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { apiOf, recordQueryKey, type RecordLocator } from "../record-model/record-api.ts";
import { shownTime } from "../texts/formats.ts";

export function scheduleQuery(locator: RecordLocator) {
  return { queryKey: [...recordQueryKey(locator), "schedule"], queryFn: () => apiOf(locator).scheduled(), retry: false };
}

/** When a record is published and unpublished, and why that failed; nothing if it has no schedule. */
export function ScheduleTimes({ locator }: { readonly locator: RecordLocator }) {
  const { t, i18n } = useTranslation();
  const { data: schedule } = useQuery(scheduleQuery(locator));
  const when = (time: string) => shownTime(time, i18n.language);
  return (
    <>
      {schedule?.publishAt && <Text size="sm">{t("draft.status.scheduled", { when: when(schedule.publishAt) })}</Text>}
      {schedule?.unpublishAt && <Text size="sm">{t("draft.status.ends", { when: when(schedule.unpublishAt) })}</Text>}
      {schedule?.failed && (
        <Text size="sm" c="var(--mantine-color-error)">
          {t("draft.status.scheduleFailed", { code: schedule.failed.code })}
        </Text>
      )}
    </>
  );
}
