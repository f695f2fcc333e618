import { Group } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { StatusMark } from "../elements/status-mark.tsx";
import { ScheduleTimes } from "../schedules/schedule-times.tsx";
import type { RecordLocator, StoredRecord } from "../record-model/record-api.ts";

interface Props {
  readonly locator: RecordLocator;
  readonly record: StoredRecord;
}

/** The status of the draft, and its schedule. */
export function StatusBadge({ locator, record }: Props) {
  const { t } = useTranslation();
  const status = record._status ?? "draft";
  return (
    <Group gap="xs">
      <StatusMark status={status} label={t(`status.${status}`)} />
      <ScheduleTimes locator={locator} />
    </Group>
  );
}
