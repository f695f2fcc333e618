/**
 * Remembers whether a thing that may be away is worth asking. Closed: ask. Open: don't, until a probe of its
 * own has found the thing alive again. Knows nothing of timers or connections, so a test needs neither.
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
    /** Calls back at each change, with true when asking has become pointless. */
    onChange: (listener: (open: boolean) => void) => void listeners.add(listener),
  };
}
