import { Flex } from "@mantine/core";
import type { EntityFieldDefinition } from "@colophon/config";
import { below } from "../record-model/paths.ts";
import type { FormField } from "../record-model/types.ts";
import { FieldView } from "./field-view.tsx";

interface Props {
  readonly fields: readonly FormField[];
  readonly siblings: readonly EntityFieldDefinition[];
  /** The path of the parent: "" for the record itself. */
  readonly within: string;
}

/** Fields in rows, according to their widths. */
export function FieldList({ fields, siblings, within }: Props) {
  return (
    <Flex wrap="wrap" gap="md" align="flex-start">
      {fields.map((field) => (
        <FieldView key={field.definition.name} field={field} siblings={siblings} path={below(within, field.definition.name)} />
      ))}
    </Flex>
  );
}
