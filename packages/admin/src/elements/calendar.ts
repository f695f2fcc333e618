import "@mantine/dates/styles.css";
import dayjs from "dayjs";
import "dayjs/locale/de";
import { useTranslation } from "react-i18next";

/** Times are in UTC in the API, and in the browser's time zone in inputs: `2026-02-03 04:05:06`. */
const LOCAL = "YYYY-MM-DD HH:mm:ss";

export function toLocal(utc: string): string {
  return dayjs(utc).format(LOCAL);
}

export function toUtc(local: string): string {
  return dayjs(local).toISOString();
}

/** Common props of calendars: language and labels. */
export function useCalendar() {
  const { t, i18n } = useTranslation();
  return {
    locale: i18n.language,
    ariaLabels: {
      nextMonth: t("form.calendar.nextMonth"),
      previousMonth: t("form.calendar.previousMonth"),
      nextYear: t("form.calendar.nextYear"),
      previousYear: t("form.calendar.previousYear"),
      nextDecade: t("form.calendar.nextDecade"),
      previousDecade: t("form.calendar.previousDecade"),
    },
  };
}
