import { Switch } from "@mantine/core";
import type { DefinitionOf } from "../model/types.ts";
import type { WidgetProps } from "../form/parts.tsx";
import { useField } from "./use-field.ts";

export function BooleanField(props: WidgetProps<DefinitionOf<"boolean">>) {
  const { value, set, input } = useField<boolean>(props);
  const { readOnly, withAsterisk: _, placeholder: __, ...rest } = input;
  return <Switch {...rest} checked={value === true} onChange={(event) => set(event.currentTarget.checked)} disabled={readOnly} />;
}
