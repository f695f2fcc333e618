import { DateInput } from "@mantine/dates";
import { useTranslation } from "react-i18next";
import type { DefinitionOf } from "../record-model/types.ts";
import type { WidgetProps } from "../form/parts.tsx";
import { toLocal, toUtc, useCalendar } from "../elements/calendar.ts";
import { useField } from "./use-field.ts";

/** A date, or a time that is shown in the user's time zone and stored in UTC. */
export function DateField(props: WidgetProps<DefinitionOf<"date" | "datetime">>) {
  const { t } = useTranslation();
  const calendar = useCalendar();
  const { type, min, max } = props.field.definition;
  const { value, set, input } = useField<string>(props);
  const isMoment = type === "datetime";
  const shown = (moment: string) => (isMoment ? toLocal(moment) : moment);
  const change = (next: string | null) => {
    if (next !== null && value !== null && next === shown(value)) return; // a moment has more in it than is shown
    set(next === null ? null : isMoment ? toUtc(next) : next);
  };
  return (
    <DateInput
      {...input}
      {...calendar}
      valueFormat={isMoment ? "YYYY-MM-DD HH:mm:ss" : "YYYY-MM-DD"}
      withTime={isMoment}
      value={value === null ? null : shown(value)}
      onChange={change}
      {...(min !== undefined && { minDate: shown(min) })}
      {...(max !== undefined && { maxDate: shown(max) })}
      clearable={!input.readOnly}
      clearButtonProps={{ "aria-label": t("form.clear", { name: input.label }) }}
      allowDeselect
      popoverProps={{ disabled: input.readOnly }}
      placeholder={input.placeholder ?? (isMoment ? "YYYY-MM-DD HH:mm:ss" : "YYYY-MM-DD")}
    />
  );
}
