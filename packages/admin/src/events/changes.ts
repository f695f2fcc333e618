/** The changes that the stream tells, for the parts of the page that show records. */
import type { Told } from "./follow-changes.ts";

/**
 * Changes that come close together are passed on together, and the next ones when what they changed has been read: an import doesn't read a
 * list again for each of its records, nor faster than the service answers.
 */
const TOGETHER_MS = 500;

type Listener = (changes: readonly Told[]) => Promise<void> | void;

const listeners = new Set<Listener>();
let waiting: Told[] = [];
let passing: Promise<void> | null = null;

/** Passes a change on, soon. */
export function reportChange(told: Told): void {
  waiting.push(told);
  passing ??= passOn().finally(() => (passing = null));
}

/** Calls the listener with the changes of records. @returns a function that removes the listener */
export function onChanges(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

async function passOn(): Promise<void> {
  while (waiting.length > 0) {
    await new Promise((resolve) => setTimeout(resolve, TOGETHER_MS));
    const changes = waiting;
    waiting = [];
    await Promise.allSettled([...listeners].map(async (listener) => listener(changes)));
  }
}

/** Whether one of the changes may be one of this record. @param id - null for a global */
export function isAmong(changes: readonly Told[], { entity, id }: { readonly entity: string; readonly id: string | null }): boolean {
  return changes.some((told) => told.event === "reset" || (told.entity === entity && (id === null || told.id === id)));
}
