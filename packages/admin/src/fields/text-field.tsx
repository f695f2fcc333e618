import { Text, Textarea, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { DefinitionOf } from "../record-model/types.ts";
import type { WidgetProps } from "../form/parts.tsx";
import { AUTO_DIRECTION, useField } from "./use-field.ts";

const KEYBOARDS = { email: "email", url: "url", text: "text" } as const;
const SHOW_FROM = 0.7;

/** Text in one or several lines; also email addresses and URLs. */
export function TextField(props: WidgetProps<DefinitionOf<"text" | "email" | "url">>) {
  const { definition } = props.field;
  const { value, set, input } = useField<string>(props);
  const text = value ?? "";
  const max = definition.type === "text" ? definition.maxLength : undefined;
  const given = {
    ...input,
    value: text,
    ...AUTO_DIRECTION,
    onChange: (event: { readonly currentTarget: { readonly value: string } }) => set(event.currentTarget.value || null),
    ...(max !== undefined &&
      text.length > max * SHOW_FROM && { rightSection: <Counter length={[...text].length} max={max} />, rightSectionWidth: 70 }),
  };
  if (definition.type === "text" && definition.multiline) return <Textarea {...given} autosize minRows={3} maxRows={24} />;
  return <TextInput {...given} inputMode={KEYBOARDS[definition.type]} />;
}

function Counter({ length, max }: { readonly length: number; readonly max: number }) {
  const { t } = useTranslation();
  return (
    <Text size="xs" c={length > max ? "var(--mantine-color-error)" : "dimmed"} aria-label={t("form.length", { length, max })}>
      {length}/{max}
    </Text>
  );
}
