import { Checkbox, Group, NativeSelect, Stack, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { anyOperatorOf, filterKindOf, type FilterControlProps as Control } from "../../list-model/conditions.ts";
import { RelationFilter } from "./relation-filter.tsx";

/** The control for the field's type. */
export function FilterControl(control: Control) {
  switch (filterKindOf(control.field)) {
    case "text":
      return <TextControl {...control} />;
    case "range":
      return <RangeControl {...control} />;
    case "choice":
      return <ChoiceControl {...control} />;
    case "boolean":
      return <BooleanControl {...control} operator="$eq" />;
    case "relation":
      return <RelationFilter {...control} />;
    default:
      return <BooleanControl {...control} operator="$null" />;
  }
}

function TextControl({ label, conditions, onChange }: Control) {
  const { t } = useTranslation();
  const { operator = "$contains", value = "" } = conditions[0] ?? {};
  return (
    <Group align="end" wrap="nowrap">
      <NativeSelect
        aria-label={t("list.operator")}
        value={operator}
        data={["$contains", "$startsWith", "$eq"].map((item) => ({ value: item, label: t(`list.operators.${item}`) }))}
        onChange={(event) => onChange([{ operator: event.currentTarget.value, value }])}
      />
      <TextInput label={label} value={value} onChange={(event) => onChange([{ operator, value: event.currentTarget.value }])} />
    </Group>
  );
}

const INPUTS: Readonly<Record<string, string>> = { date: "date", datetime: "datetime-local", number: "number" };

function RangeControl({ field, conditions, onChange }: Control) {
  const { t } = useTranslation();
  const bound = (operator: string) => conditions.find((condition) => condition.operator === operator)?.value ?? "";
  const toTime = (text: string) => (field.type === "datetime" && text !== "" ? new Date(text).toISOString() : text);
  const shown = (text: string) => (field.type === "datetime" && text !== "" ? localMinutes(new Date(text)) : text);
  const set = (operator: string, text: string) =>
    onChange([...conditions.filter((condition) => condition.operator !== operator), { operator, value: toTime(text) }]);
  return (
    <Group>
      {["$gte", "$lte"].map((operator) => (
        <TextInput
          key={operator}
          type={INPUTS[field.type] ?? "text"}
          step="any"
          label={t(`list.operators.${operator}`)}
          value={shown(bound(operator))}
          onChange={(event) => set(operator, event.currentTarget.value)}
        />
      ))}
    </Group>
  );
}

/** A time as the value of a `datetime-local` input. */
function localMinutes(time: Date): string {
  return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

function ChoiceControl({ field, label, conditions, onChange }: Control) {
  const { t } = useTranslation();
  if (field.type !== "select") return null;
  const operator = anyOperatorOf(field);
  const chosen = (conditions[0]?.value ?? "").split(",").filter(Boolean);
  const options = field.options.map((option) => (typeof option === "string" ? { value: option, label: option } : option));
  return (
    <Checkbox.Group label={label} value={chosen} onChange={(values) => onChange([{ operator, value: values.join(",") }])}>
      <Stack gap="xs" pt="xs">
        {options.map((option) => (
          <Checkbox
            key={option.value}
            value={option.value}
            label={field.name === "_status" ? t(`status.${option.value}`) : (option.label ?? option.value)}
          />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}

function BooleanControl({ label, conditions, onChange, operator }: Control & { readonly operator: "$eq" | "$null" }) {
  const { t } = useTranslation();
  const words =
    operator === "$eq" ? { true: t("common.yes"), false: t("common.no") } : { true: t("list.isEmpty"), false: t("list.isFilled") };
  return (
    <NativeSelect
      label={label}
      value={conditions[0]?.value ?? ""}
      data={[
        { value: "", label: t("list.any") },
        { value: "true", label: words.true },
        { value: "false", label: words.false },
      ]}
      onChange={(event) => onChange([{ operator, value: event.currentTarget.value }])}
    />
  );
}
