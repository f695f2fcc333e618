import { useEffect, useState } from "react";

/** Browsers open six connections to a host; some are left for other requests while images are resized. */
const MAX_CONCURRENT = 4;

let running = 0;
const waiting = new Set<() => void>();

function next(): void {
  running--;
  const [first] = waiting;
  if (first) start(first);
}

function start(onStart: () => void): void {
  waiting.delete(onStart);
  running++;
  onStart();
}

/**
 * Limits how many images load at the same time. A slot is held until it is no longer needed.
 *
 * @param isNeeded - false as soon as the work is done.
 */
export function useLoadSlot(isNeeded: boolean): boolean {
  const [hasSlot, setHasSlot] = useState(false);
  useEffect(() => {
    if (!isNeeded) return undefined;
    let hasStarted = false;
    const onStart = () => {
      hasStarted = true;
      setHasSlot(true);
    };
    waiting.add(onStart);
    if (running < MAX_CONCURRENT) start(onStart);
    return () => {
      setHasSlot(false);
      waiting.delete(onStart);
      if (hasStarted) next();
    };
  }, [isNeeded]);
  return hasSlot;
}
