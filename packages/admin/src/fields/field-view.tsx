import { Box } from "@mantine/core";
import type { EntityFieldDefinition, FieldDefinition } from "@colophon/config";
import { memo } from "react";
import { useFormState } from "../form/form-context.tsx";
import { isShown } from "../record-model/fields.ts";
import { parentOf, valueAt } from "../record-model/paths.ts";
import { isStoredField, type FormField } from "../record-model/types.ts";
import { useParts, type WidgetProps } from "../form/parts.tsx";
import { useComparison } from "../translations/comparison.tsx";
import { ReverseField } from "./reverse-field.tsx";
import { widthOf } from "../record-model/layout.ts";
import { lazyPart } from "../loading/lazy-part.tsx";
import { WidgetWaiting } from "../loading/loading.tsx";

const ComparedField = lazyPart(async () => (await import("../translations/compared-field.tsx")).ComparedField, <WidgetWaiting />);

interface Props {
  readonly field: FormField;
  readonly path: string;
  /** The fields of the same level, which its condition may name. */
  readonly siblings: readonly EntityFieldDefinition[];
}

/** One field, if its condition holds. */
export const FieldView = memo(function FieldView(props: Props) {
  return props.field.definition.admin?.condition ? <ConditionalField {...props} /> : <Field {...props} />;
});

function ConditionalField(props: Props) {
  const { field, path, siblings } = props;
  const stored = siblings.filter((sibling): sibling is FieldDefinition => sibling.type !== "reverse");
  const isVisible = useFormState(({ values }) => {
    const parent = parentOf(path);
    return isShown(field.definition, stored, parent === "" ? values : valueAt(values, parent));
  });
  return isVisible ? <Field {...props} /> : null;
}

function Field({ field, path }: Props) {
  const comparison = useComparison();
  const isCompared = comparison !== null && parentOf(path) === "" && isStoredField(field) && !field.definition.shared;
  const width = isCompared ? "100%" : widthOf(field.definition.admin?.width);
  const shown = isStoredField(field) ? <Widget field={field} path={path} /> : <ReverseField field={field} />;
  return (
    <Box data-field={path} style={{ flex: `1 1 ${width}`, minWidth: "min(100%, 12rem)" }}>
      {isCompared ? <ComparedField field={field} comparison={comparison} children={shown} /> : shown}
    </Box>
  );
}

function Widget({ field, path }: WidgetProps) {
  const Chosen = useParts().widgetOf(field.definition);
  return <Chosen field={field} path={path} />;
}
