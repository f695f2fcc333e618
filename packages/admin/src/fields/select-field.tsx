import { MultiSelect, Select } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { DefinitionOf } from "../record-model/types.ts";
import type { WidgetProps } from "../form/parts.tsx";
import { useField } from "./use-field.ts";

const SEARCH_FROM = 8;

export function SelectField(props: WidgetProps<DefinitionOf<"select">>) {
  const { t } = useTranslation();
  const { definition } = props.field;
  const { value, set, input } = useField<string | readonly string[]>(props);
  const chosen = [value ?? []].flat();
  const options = optionsOf(definition, chosen);
  const searchable = options.length >= SEARCH_FROM;
  if (definition.multiple)
    return <MultiSelect {...input} data={options} value={chosen} onChange={(next) => set(next)} searchable={searchable} />;
  const clearable = definition.required !== true && !input.readOnly;
  return (
    <Select
      {...input}
      data={options}
      value={chosen[0] ?? null}
      onChange={set}
      searchable={searchable}
      clearable={clearable}
      comboboxProps={{ keepMounted: false }}
      clearButtonProps={{ "aria-label": t("form.clear", { name: input.label }) }}
    />
  );
}

/** The options, and stored values that are no longer options. */
function optionsOf({ options }: DefinitionOf<"select">, chosen: readonly string[]) {
  const known = options.map((option) =>
    typeof option === "string" ? { value: option, label: option } : { value: option.value, label: option.label },
  );
  const lost = chosen.filter((value) => !known.some((option) => option.value === value));
  return [...known, ...lost.map((value) => ({ value, label: value }))];
}
