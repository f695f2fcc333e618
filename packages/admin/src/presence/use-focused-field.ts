import { useRef, type FocusEvent, type RefObject } from "react";

/** The path of the field of a form that was focused last; null if it was something else in the form. */
export type FocusedField = RefObject<string | null>;

/** @returns the field, and what the element around the form calls at each focus. */
export function useFocusedField(): { readonly focused: FocusedField; readonly noteFocus: (event: FocusEvent<HTMLElement>) => void } {
  const focused = useRef<string | null>(null);
  const noteFocus = ({ target }: FocusEvent<HTMLElement>) => {
    focused.current = target.closest<HTMLElement>("[data-field]")?.dataset["field"] ?? null;
  };
  return { focused, noteFocus };
}
