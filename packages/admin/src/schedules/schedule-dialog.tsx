import type { Schedule } from "@colophon/client";
import { Button, Group, Modal, Stack, Text } from "@mantine/core";
import { DateTimePicker } from "@mantine/dates";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { errorText } from "../api/error-text.ts";
import { toLocal, toUtc, useCalendar } from "../elements/calendar.ts";
import { apiOf, type RecordLocator } from "../record-model/record-api.ts";
import { scheduleQuery } from "./schedule-times.tsx";

const FORMAT = "YYYY-MM-DD HH:mm";

type Times = Pick<Schedule, "publishAt" | "unpublishAt">;
interface Props {
  readonly locator: RecordLocator;
  readonly onClose: () => void;
}

/** The times at which a record is published and unpublished automatically. */
export function ScheduleDialog(given: Props) {
  const { t } = useTranslation();
  const { data } = useQuery(scheduleQuery(given.locator));
  return (
    <Modal opened onClose={given.onClose} title={t("draft.schedule.title")} closeButtonProps={{ "aria-label": t("common.close") }}>
      {data && <Times {...given} stored={data} />}
    </Modal>
  );
}

function Times({ locator, onClose, stored }: Props & { readonly stored: Schedule }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const calendar = useCalendar();
  const [times, setTimes] = useState<Times>({ publishAt: stored.publishAt, unpublishAt: stored.unpublishAt });
  const [isNone, wasNone] = [isEmpty(times), isEmpty(stored)];
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => (isNone ? apiOf(locator).cancelSchedule() : apiOf(locator).schedule(times)),
    async onSuccess() {
      await queries.invalidateQueries(scheduleQuery(locator));
      onClose();
    },
  });
  const picker = (name: keyof Times) => (
    <DateTimePicker
      {...calendar}
      label={t(`draft.schedule.${name}`)}
      value={times[name] === null ? null : toLocal(times[name])}
      onChange={(next) => setTimes({ ...times, [name]: next === null ? null : toUtc(next) })}
      minDate={new Date()}
      valueFormat={FORMAT}
      placeholder={FORMAT}
      clearable
      clearButtonProps={{ "aria-label": t("form.clear", { name: t(`draft.schedule.${name}`) }) }}
      timePickerProps={{ hoursInputLabel: t("draft.schedule.hours"), minutesInputLabel: t("draft.schedule.minutes") }}
      submitButtonProps={{ "aria-label": t("draft.schedule.apply") }}
    />
  );
  return (
    <Stack>
      {picker("publishAt")}
      {picker("unpublishAt")}
      {error && (
        <Text c="var(--mantine-color-error)" role="alert">
          {errorText(error, t)}
        </Text>
      )}
      <Group justify="flex-end">
        <Button onClick={() => mutate()} loading={isPending} disabled={isNone && wasNone}>
          {t(isNone && !wasNone ? "draft.schedule.remove" : "draft.schedule.save")}
        </Button>
      </Group>
    </Stack>
  );
}

function isEmpty({ publishAt, unpublishAt }: Times): boolean {
  return publishAt === null && unpublishAt === null;
}
