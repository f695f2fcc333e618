/**
 * A circuit breaker. Closed: send requests. Open: send none, until its own probe succeeds. It uses no timers or connections, so a test
 * needs neither.
 */
export function createBreaker() {
  let open = false;
  const listeners = new Set<(open: boolean) => void>();

  function change(next: boolean): void {
    if (open === next) return;
    open = next;
    for (const listener of listeners) listener(open);
  }

  return {
    isOpen: () => open,
    fail: () => change(true),
    heal: () => change(false),
    /** Calls back at each change, with true when it opens. */
    onChange: (listener: (open: boolean) => void) => void listeners.add(listener),
  };
}
