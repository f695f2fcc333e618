import { Fieldset, Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";
import type { InputProps } from "../../own-parts/define-admin.ts";

/** The frame of a list field: title, help, error and the button that adds an item. */
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
