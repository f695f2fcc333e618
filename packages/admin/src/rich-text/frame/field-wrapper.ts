import type { InputProps } from "../../own-parts/define-admin.ts";

/** The editor is not an input, so a `label` element can't name it; it uses the label's id. */
export function wrapperOf({ id, label, description, error, withAsterisk }: InputProps) {
  return {
    id,
    label,
    labelElement: "div" as const,
    labelProps: { id: `${id}-label` },
    withAsterisk,
    ...(description !== undefined && { description }),
    ...(error !== undefined && { error }),
    descriptionProps: { id: `${id}-description` },
    errorProps: { id: `${id}-error` },
  };
}
