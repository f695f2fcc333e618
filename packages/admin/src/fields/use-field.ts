import { labelOfField } from "@colophon/model";
import { useTranslation } from "react-i18next";
import type { InputProps } from "../own-parts/define-admin.ts";
import { useFormScope, useFormState } from "../form/form-context.tsx";
import { valueAt } from "../record-model/paths.ts";
import type { WidgetProps } from "../form/parts.tsx";

/** The value at the path, its setter, and the props of its input. */
export function useField<T>(props: WidgetProps): {
  readonly value: T | null;
  readonly set: (value: T | null) => void;
  readonly input: InputProps;
} {
  const { form } = useFormScope();
  const { path } = props;
  const value = useFormState(({ values }) => valueAt(values, path)) as T | null | undefined;
  return { value: value ?? null, set: (next) => form.set(path, next), input: useFieldInput(props) };
}

/** The props of a field's input, which don't change with its value. */
export function useFieldInput({ field, path, label }: WidgetProps): InputProps {
  const { t } = useTranslation();
  const { prefix, hasTranslations } = useFormScope();
  const error = useFormState(({ errors }) => errors[path]);
  const { description, admin, required, shared } = field.definition;
  const isShared = hasTranslations && shared === true;
  const help = [description, admin?.help, isShared ? t("form.shared") : undefined].filter(Boolean).join(" ");
  return {
    id: inputId(prefix, path),
    label: label ?? labelOfField(field.definition),
    ...(help !== "" && { description: help }),
    ...(admin?.placeholder !== undefined && { placeholder: admin.placeholder }),
    ...(error !== undefined && { error }),
    withAsterisk: required === true,
    readOnly: field.isReadOnly,
  };
}

export function inputId(prefix: string, path: string): string {
  return `${prefix}-${path}`;
}

/** For Mantine's inputs: the direction follows the text, left to right or right to left. */
export const AUTO_DIRECTION = { attributes: { input: { dir: "auto" } } };
