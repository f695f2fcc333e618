import { useMemo, useSyncExternalStore } from "react";
import { useFormScope } from "../../form/form-context.tsx";
import { createShownText } from "./shown-text.ts";

/**
 * The text of the field at a path, as its editor shows it, and what writes to it.
 *
 * @param isUnsupported - whether the editor would change a value; it depends on the field alone
 */
export function useShownText<T>(path: string, isUnsupported: (value: T | null) => boolean) {
  const { form } = useFormScope();
  const text = useMemo(() => createShownText(form, path, isUnsupported), [form, path]);
  return { shown: useSyncExternalStore(form.subscribe, text.shown), write: text.write };
}
