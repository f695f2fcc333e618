/** All unsaved changes of one user in this browser: in open forms, and stored for closed ones. */
import { KEPT, NEW } from "./kept-changes.ts";

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

/** The number of records with unsaved changes of the user. */
export function countUnsaved(userId: string, storage: Storage = localStorage): number {
  for (const form of open) form.keep();
  return new Set(placesOf(userId, storage).map(recordOf)).size;
}

/** Discards them. */
export function discardUnsaved(userId: string, storage: Storage = localStorage): void {
  for (const form of open) form.drop();
  for (const place of placesOf(userId, storage)) storage.removeItem(place);
}

/** The record of a place: the place without its slot, unless each slot is a new record. */
function recordOf(place: string): string {
  const [user, entity, id = "", ...slot] = place.slice(KEPT.length + 1).split(".");
  return [user, entity, id, ...(id === NEW ? slot : [])].join(".");
}

function placesOf(userId: string, storage: Storage): readonly string[] {
  return Object.keys(storage).filter((key) => key.startsWith(`${KEPT}.${userId}.`));
}
