/** All that one user has not saved in this browser: in forms that stand open, and kept of others. */
import { KEPT } from "./kept-changes.ts";

interface OpenForm {
  /** Keeps what isn't saved in the browser. */
  readonly keep: () => void;
  /** Goes back to what is stored. */
  readonly drop: () => void;
}

const open = new Set<OpenForm>();

/** @returns what is called when the form goes */
export function noteOpenForm(form: OpenForm): () => void {
  open.add(form);
  return () => void open.delete(form);
}

/** How many records the user has changes of that aren't saved. */
export function countUnsaved(userId: string, storage: Storage = localStorage): number {
  for (const form of open) form.keep();
  return placesOf(userId, storage).length;
}

/** Throws them away. */
export function dropUnsaved(userId: string, storage: Storage = localStorage): void {
  for (const form of open) form.drop();
  for (const place of placesOf(userId, storage)) storage.removeItem(place);
}

function placesOf(userId: string, storage: Storage): readonly string[] {
  return Object.keys(storage).filter((key) => key.startsWith(`${KEPT}.${userId}.`));
}
