/** The confirmation of sensitive changes: a request waits until the user has entered a code or has cancelled. */
type Settle = (isConfirmed: boolean) => void;

let settle: Settle | null = null;
let waiting: Promise<boolean> | null = null;
const listeners = new Set<() => void>();

function change(next: Settle | null): void {
  settle = next;
  for (const listener of listeners) listener();
}

export const confirmation = {
  /** Whether a request waits for a confirmation. */
  isOpen: () => settle !== null,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
  /** Shows one dialog for all requests that wait at the same time. @returns whether the session is confirmed */
  ask(): Promise<boolean> {
    if (listeners.size === 0) return Promise.resolve(false);
    waiting ??= new Promise<boolean>((resolve) => change(resolve));
    return waiting;
  },
  settle(isConfirmed: boolean): void {
    const resolve = settle;
    waiting = null;
    change(null);
    resolve?.(isConfirmed);
  },
};
