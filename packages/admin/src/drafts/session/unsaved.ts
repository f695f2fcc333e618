/** All unsaved changes of one user in this browser: in open forms, and stored for closed ones. */
import { KEPT, NEW } from "./kept-changes.ts";
import { openSlot } from "./open-slots.ts";

interface OpenForm {
  /** Stores the unsaved changes in the browser. */
  readonly keep: () => void;
  /** Resets the form to the stored record. */
  readonly drop: () => void;
}

const open = new Set<OpenForm>();

/** @returns a function that removes the form */
export function registerOpenForm(form: OpenForm): () => void {
  open.add(form);
  return () => void open.delete(form);
}

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

/** The number of records with unsaved changes of the user. */
export function countUnsaved(userId: string, storage: Storage = localStorage): number {
  for (const form of open) form.keep();
  return new Set(keysOf(userId, storage).map(recordOf)).size;
}

/** Discards them. */
export function discardUnsaved(userId: string, storage: Storage = localStorage): void {
  for (const form of open) form.drop();
  for (const key of keysOf(userId, storage)) storage.removeItem(key);
}

/** The record of a key: the key without its slot, unless each slot is a new record. */
function recordOf(key: string): string {
  const [user, entity, id = "", ...slot] = key.slice(KEPT.length + 1).split(".");
  return [user, entity, id, ...(id === NEW ? slot : [])].join(".");
}

function keysOf(userId: string, storage: Storage): readonly string[] {
  return Object.keys(storage).filter((key) => key.startsWith(`${KEPT}.${userId}.`));
}
