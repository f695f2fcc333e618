import { Box, SimpleGrid } from "@mantine/core";
import type { EntityFieldDefinition, FieldDefinition } from "@colophon/config";
import { memo, type ReactNode } from "react";
import { useFormScope, useFormState } from "../form/form-context.tsx";
import { isShown } from "../record-model/fields.ts";
import { parentOf, valueAt } from "../record-model/paths.ts";
import { isStoredField, type FormField, type StoredField } from "../record-model/types.ts";
import { useParts, type WidgetProps } from "../form/parts.tsx";
import { useComparison, type Comparison } from "../translations/comparison.tsx";
import { ReverseField } from "./reverse-field.tsx";
import { widthOf } from "../record-model/layout.ts";
import { lazyPart } from "../loading/lazy-part.tsx";
import { WidgetWaiting } from "../loading/loading.tsx";

const SourceField = lazyPart(async () => (await import("../translations/source-field.tsx")).SourceField, <WidgetWaiting />);

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
  const { hasTranslations } = useFormScope();
  const isStored = isStoredField(field);
  const isComparable = hasTranslations && isStored && parentOf(path) === "" && !field.definition.shared;
  const width = isComparable && comparison ? "100%" : widthOf(field.definition.admin?.width);
  const shown = isStored ? <Widget field={field} path={path} /> : <ReverseField field={field} />;
  return (
    <Box data-field={path} style={{ flex: `1 1 ${width}`, minWidth: "min(100%, 12rem)" }}>
      {isComparable ? <BesideSource field={field} comparison={comparison} children={shown} /> : shown}
    </Box>
  );
}

interface BesideSourceProps {
  readonly field: StoredField;
  readonly comparison: Comparison | null;
  readonly children: ReactNode;
}

/** A field, and beside it its value in the other language, as soon as that is loaded: who types in the field meanwhile goes on. */
function BesideSource({ field, comparison, children }: BesideSourceProps) {
  return (
    <SimpleGrid cols={comparison ? { base: 1, sm: 2 } : 1}>
      <div>{children}</div>
      {comparison && <SourceField field={field} comparison={comparison} />}
    </SimpleGrid>
  );
}

function Widget({ field, path }: WidgetProps) {
  const Chosen = useParts().widgetOf(field.definition);
  return <Chosen field={field} path={path} />;
}
