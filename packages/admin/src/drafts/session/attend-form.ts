import { openSlot } from "./open-slots.ts";
import { registerOpenForm } from "./unsaved.ts";

interface Attended {
  readonly slot: string;
  /** Stores unsaved changes in the browser. */
  readonly keep: () => void;
  /** Resets the form to the stored record. */
  readonly drop: () => void;
  /** Called when the connection is back. */
  readonly again: () => void;
}

/** What the browser tells about an open form: the page is left, the connection is back, the user signs out. @returns a function that ends it */
export function attendForm({ slot, keep, drop, again }: Attended): () => void {
  const closeSlot = openSlot(slot);
  const close = registerOpenForm({ keep, drop });
  window.addEventListener("online", again);
  window.addEventListener("pagehide", keep);
  return () => {
    window.removeEventListener("online", again);
    window.removeEventListener("pagehide", keep);
    close();
    closeSlot();
  };
}
