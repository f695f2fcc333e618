import { Fieldset, Text } from "@mantine/core";
import type { DefinitionOf } from "../record-model/types.ts";
import { fieldInside } from "../record-model/types.ts";
import { FieldList } from "./field-list.tsx";
import type { WidgetProps } from "../form/parts.tsx";
import { useField } from "./use-field.ts";

export function ObjectField(props: WidgetProps<DefinitionOf<"object">>) {
  const { field, path } = props;
  const { input } = useField(props);
  const members = field.definition.fields.filter(({ hidden }) => !hidden);
  return (
    <Fieldset legend={input.label} id={input.id} tabIndex={-1}>
      {input.description && (
        <Text size="sm" c="dimmed" mb="sm">
          {input.description}
        </Text>
      )}
      <FieldList fields={members.map((definition) => fieldInside(definition, field))} siblings={members} within={path} />
      {input.error && (
        <Text size="sm" c="var(--mantine-color-error)" mt="xs" role="alert">
          {input.error}
        </Text>
      )}
    </Fieldset>
  );
}
