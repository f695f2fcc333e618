import "@mantine/dates/styles.css";
import "dayjs/locale/de";
import { useTranslation } from "react-i18next";

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
