import { ColorInput } from "@mantine/core";
import type { DefinitionOf } from "../model/types.ts";
import type { WidgetProps } from "../form/parts.tsx";
import { useField } from "./use-field.ts";

const WITH_ALPHA = /^#[\da-f]{8}$/i;

export function ColorField(props: WidgetProps<DefinitionOf<"color">>) {
  const { value, set, input } = useField<string>(props);
  return (
    <ColorInput
      {...input}
      value={value ?? ""}
      onChange={(next) => set(next || null)}
      format={WITH_ALPHA.test(value ?? "") ? "hexa" : "hex"}
      fixOnBlur={false}
      withEyeDropper={false}
      popoverProps={{ disabled: input.readOnly }}
    />
  );
}
