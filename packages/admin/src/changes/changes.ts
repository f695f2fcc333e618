/** The changes that the stream tells, for the parts of the page that show records. */
import type { Told } from "./follow-changes.ts";

/** Changes that come close together are passed on together, so that an import doesn't read a list again for each of its records. */
const TOGETHER_MS = 500;

type Listener = (changes: readonly Told[]) => void;

const listeners = new Set<Listener>();
let waiting: Told[] = [];

/** Passes a change on, soon. */
export function reportChange(told: Told): void {
  if (waiting.push(told) === 1) setTimeout(passOn, TOGETHER_MS);
}

/** Calls the listener with the changes of records. @returns a function that removes the listener */
export function onChanges(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function passOn(): void {
  const changes = waiting;
  waiting = [];
  for (const listener of listeners) listener(changes);
}

/** Whether one of the changes may be one of this record. @param id - null for a global */
export function isAmong(changes: readonly Told[], { entity, id }: { readonly entity: string; readonly id: string | null }): boolean {
  return changes.some((told) => told.event === "reset" || (told.entity === entity && (id === null || told.id === id)));
}
