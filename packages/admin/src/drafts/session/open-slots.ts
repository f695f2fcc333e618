/** Which slots of kept changes belong to forms that are open, in any tab: a lock is held while a form is open. */
import { KEPT } from "./kept-changes.ts";

/** Undefined in browsers and on insecure origins that have no locks: then no slot counts as open. */
const locks = (): LockManager | undefined => globalThis.navigator?.locks;

/** @returns a function that closes the slot */
export function openSlot(slot: string): () => void {
  const closing = new AbortController();
  const untilClosed = () => new Promise<void>((resolve) => closing.signal.addEventListener("abort", () => resolve()));
  void locks()?.request(`${KEPT}.${slot}`, untilClosed);
  return () => closing.abort();
}

export async function openSlots(): Promise<ReadonlySet<string>> {
  const held = (await locks()?.query())?.held ?? [];
  return new Set(held.flatMap(({ name }) => (name?.startsWith(`${KEPT}.`) ? [name.slice(KEPT.length + 1)] : [])));
}
