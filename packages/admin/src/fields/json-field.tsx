import { Textarea } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { isEqual } from "../record-model/same-value.ts";
import type { FieldDefinition } from "@colophon/config";
import type { WidgetProps } from "../form/parts.tsx";
import { useField } from "./use-field.ts";

/** JSON as text. Invalid JSON stays in the input only, with an error message. */
export function JsonField(props: WidgetProps<FieldDefinition>) {
  const { t } = useTranslation();
  const { value, set, input } = useField<unknown>(props);
  const [text, setText] = useState(() => textOf(value));
  const read = parse(text);
  const shown = read.isJson && !isEqual(read.value, value) ? textOf(value) : text;
  const change = (next: string) => {
    setText(next);
    const typed = parse(next);
    if (typed.isJson) set(typed.value);
  };
  return (
    <Textarea
      {...input}
      {...(!read.isJson && { error: t("form.notJson") })}
      value={shown}
      onChange={(event) => change(event.currentTarget.value)}
      onBlur={() => read.isJson && setText(textOf(value))}
      autosize
      minRows={3}
      maxRows={24}
      spellCheck={false}
      styles={{ input: { fontFamily: "var(--mantine-font-family-monospace)" } }}
    />
  );
}

function textOf(value: unknown): string {
  return value === null || value === undefined ? "" : JSON.stringify(value, null, 2);
}

function parse(text: string): { readonly isJson: boolean; readonly value: unknown } {
  if (text.trim() === "") return { isJson: true, value: null };
  try {
    return { isJson: true, value: JSON.parse(text) };
  } catch {
    return { isJson: false, value: undefined };
  }
}
