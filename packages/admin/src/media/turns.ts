import { useEffect, useState } from "react";

/** Browsers open six connections to a host; some are left for other requests while images are resized. */
const AT_ONCE = 4;

let running = 0;
const waiting = new Set<() => void>();

function next(): void {
  running--;
  const [first] = waiting;
  if (first) start(first);
}

function start(begin: () => void): void {
  waiting.delete(begin);
  running++;
  begin();
}

/**
 * Limits how many images load at the same time. A slot is held until it is no longer needed.
 *
 * @param isNeeded - false as soon as the work is done.
 */
export function useTurn(isWanted: boolean): boolean {
  const [isOn, setOn] = useState(false);
  useEffect(() => {
    if (!isWanted) return undefined;
    let hasBegun = false;
    const begin = () => {
      hasBegun = true;
      setOn(true);
    };
    waiting.add(begin);
    if (running < AT_ONCE) start(begin);
    return () => {
      setOn(false);
      waiting.delete(begin);
      if (hasBegun) next();
    };
  }, [isWanted]);
  return isOn;
}
