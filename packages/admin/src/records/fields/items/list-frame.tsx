import { Fieldset, Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";
import type { InputProps } from "../use-field.ts";

/** What stands around the items of a list: its title, help and error, and what adds to it. */
export function ListFrame({
  input,
  children,
  adder,
}: {
  readonly input: InputProps;
  readonly children: ReactNode;
  readonly adder: ReactNode;
}) {
  return (
    <Fieldset legend={<Legend {...input} />} id={input.id} tabIndex={-1}>
      {input.description && (
        <Text size="sm" c="dimmed" mb="sm">
          {input.description}
        </Text>
      )}
      <Stack gap="sm">
        {children}
        {!input.readOnly && adder}
      </Stack>
      {input.error && (
        <Text size="sm" c="var(--mantine-color-error)" mt="xs" role="alert">
          {input.error}
        </Text>
      )}
    </Fieldset>
  );
}

function Legend({ label, withAsterisk }: Pick<InputProps, "label" | "withAsterisk">) {
  if (!withAsterisk) return label;
  return (
    <>
      {label}
      <Text span inherit c="var(--mantine-color-error)" aria-hidden>
        {" *"}
      </Text>
    </>
  );
}
