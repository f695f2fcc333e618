/** The confirmation of sensitive changes: whoever sends one waits here until the person has entered a code, or does without. */
type Settle = (isConfirmed: boolean) => void;

let settle: Settle | null = null;
let waiting: Promise<boolean> | null = null;
const listeners = new Set<() => void>();

function change(next: Settle | null): void {
  settle = next;
  for (const listener of listeners) listener();
}

export const confirmation = {
  /** Whether somebody waits. */
  isAsked: () => settle !== null,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
  /** Asks once for all who wait at the same time. @returns whether the session is confirmed */
  ask(): Promise<boolean> {
    if (listeners.size === 0) return Promise.resolve(false);
    waiting ??= new Promise<boolean>((resolve) => change(resolve));
    return waiting;
  },
  settle(isConfirmed: boolean): void {
    const asked = settle;
    waiting = null;
    change(null);
    asked?.(isConfirmed);
  },
};
