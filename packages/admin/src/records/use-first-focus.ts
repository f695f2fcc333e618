import { useEffect, type RefObject } from "react";

const WRITABLE = 'input:not([type="hidden"], [type="file"], [readonly]):enabled, textarea:not([readonly]), [contenteditable="true"]';
/** A field that can be written, or will be once its code has loaded. */
const FIELD = `[data-field]:has(${WRITABLE}, [data-waiting])`;

/** Gives the focus to a new form's first field as soon as that is there, unless somebody is at work in the form. */
export function useFirstFocus(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const form = element.current;
    if (!form) return undefined;
    const isFocused = (): boolean => {
      const first = form.querySelector(FIELD)?.querySelector<HTMLElement>(WRITABLE);
      if (!first) return false;
      first.dataset["autofocus"] = ""; // a drawer's focus trap looks for it a moment later, and goes to its close button otherwise
      if (!form.contains(document.activeElement)) first.focus();
      return true;
    };
    if (isFocused()) return undefined;
    const observer = new MutationObserver(() => isFocused() && observer.disconnect());
    observer.observe(form, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [element]);
}
