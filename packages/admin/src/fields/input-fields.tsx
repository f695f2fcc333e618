import { Switch, NumberInput, ColorInput } from "@mantine/core";
import type { DefinitionOf } from "../record-model/types.ts";
import type { WidgetProps } from "../form/parts.tsx";
import { useField } from "./use-field.ts";
import { useState } from "react";

export function BooleanField(props: WidgetProps<DefinitionOf<"boolean">>) {
  const { value, set, input } = useField<boolean>(props);
  const { readOnly, withAsterisk: _, placeholder: __, ...rest } = input;
  return <Switch {...rest} checked={value === true} onChange={(event) => set(event.currentTarget.checked)} disabled={readOnly} />;
}

/** The sources of a change that isn't the form's own. */
const BY_PEOPLE: ReadonlySet<string> = new Set(["event", "increment", "decrement"]);

/** The input would write a number anew when it loses the focus; only what somebody types or steps to counts. */
export function NumberField(props: WidgetProps<DefinitionOf<"number">>) {
  const { min, max, integer } = props.field.definition;
  const { value, set, input } = useField<number>(props);
  const [typed, setTyped] = useState("");
  const change = (text: string) => {
    setTyped(text);
    set(numberOf(text));
  };
  return (
    <NumberInput
      {...input}
      value={numberOf(typed) === value ? typed : (value ?? "")}
      onValueChange={(next, { source }) => BY_PEOPLE.has(source) && change(next.value)}
      {...(min !== undefined && { min })}
      {...(max !== undefined && { max })}
      allowDecimal={!integer}
      clampBehavior="none"
      hideControls={input.readOnly}
    />
  );
}

/** Null for what is no number, or none yet, as a sign alone. */
function numberOf(text: string): number | null {
  const number = Number(text);
  return text.trim() === "" || !Number.isFinite(number) ? null : number;
}

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
