import type { WidgetProps } from "@colophon/admin";
import { Text, Textarea } from "@mantine/core";

/** A text of several lines that says how many characters are left. */
export default function CountedText({ definition, value, onChange, input }: WidgetProps<string>) {
  const max = "maxLength" in definition ? definition.maxLength : undefined;
  const length = [...(value ?? "")].length;
  return (
    <>
      <Textarea
        {...input}
        value={value ?? ""}
        onChange={({ target }) => onChange(target.value || null)}
        autosize
        minRows={2}
        attributes={{ input: { dir: "auto" } }}
      />
      {max !== undefined && (
        <Text size="xs" c={length > max ? "red" : "dimmed"} ta="end">
          {length} / {max}
        </Text>
      )}
    </>
  );
}
