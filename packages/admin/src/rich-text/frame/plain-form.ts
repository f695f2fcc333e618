/** Rich text in its stored form, where the editor would change it. */
import { useState } from "react";
import { isEqual } from "../../records/model/same-value.ts";
import type { useField } from "../../records/fields/use-field.ts";

/**
 * Whether the value is edited in its stored form. It is decided for each value that comes from outside (a restored version, a merge, a save of
 * somebody else), and stays as it is while the user types.
 */
export function usePlain<T>(value: T | null, write: (value: T | null) => void, isUnsupported: (value: T | null) => boolean) {
  const [decided, decide] = useState(() => ({ value, isPlain: isUnsupported(value) }));
  const isOwn = isEqual(decided.value, value);
  const isPlain = isOwn ? decided.isPlain : isUnsupported(value);
  if (!isOwn) decide({ value, isPlain });
  const set = (next: T | null) => {
    decide({ value: next, isPlain });
    write(next);
  };
  return { isPlain, set };
}

/** The editor is not an input, so a `label` element can't name it; it uses the label's id. */
export function wrapperOf({ id, label, description, error, withAsterisk }: ReturnType<typeof useField>["input"]) {
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
