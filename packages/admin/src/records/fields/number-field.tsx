import { NumberInput } from "@mantine/core";
import type { DefinitionOf } from "../model/types.ts";
import type { WidgetProps } from "../parts.tsx";
import { useField } from "./use-field.ts";

export function NumberField(props: WidgetProps<DefinitionOf<"number">>) {
  const { min, max, integer } = props.field.definition;
  const { value, set, input } = useField<number>(props);
  return (
    <NumberInput
      {...input}
      value={value ?? ""}
      onChange={(next) => set(next === "" || !Number.isFinite(Number(next)) ? null : Number(next))}
      {...(min !== undefined && { min })}
      {...(max !== undefined && { max })}
      allowDecimal={!integer}
      clampBehavior="none"
      hideControls={input.readOnly}
    />
  );
}
