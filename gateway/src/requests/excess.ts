/** How to choose among things that callers hold. */
export interface Choice<Held> {
  /** The total size that all callers together may hold. */
  readonly max: number;
  /** The total size that one caller may hold; without a limit by default. */
  readonly maxPerCaller?: number;
  readonly callerOf: (held: Held) => string;
  /** 1 by default. */
  readonly sizeOf?: (held: Held) => number;
  /** Of one caller's things the lowest is taken first; the oldest by default. */
  readonly rankOf?: (held: Held) => number;
}

interface Share<Held> {
  readonly things: Held[];
  size: number;
}

/**
 * What must be taken from callers until the rest is within the limits: always from the caller who holds most, so that no caller loses
 * anything because of what others hold.
 *
 * @param held - the oldest first.
 */
export function excessOf<Held>(held: Iterable<Held>, choice: Choice<Held>): readonly Held[] {
  const { max, maxPerCaller = Infinity, callerOf, sizeOf = () => 1, rankOf = () => 0 } = choice;
  const shares = new Map<string, Share<Held>>();
  for (const thing of held) {
    const share = shares.get(callerOf(thing)) ?? { things: [], size: 0 };
    shares.set(callerOf(thing), share);
    share.things.push(thing);
    share.size += sizeOf(thing);
  }

  const excess: Held[] = [];
  const take = (share: Share<Held>): void => {
    const lowest = share.things.reduce((low, thing) => (rankOf(thing) < rankOf(low) ? thing : low));
    share.things.splice(share.things.indexOf(lowest), 1);
    share.size -= sizeOf(lowest);
    excess.push(lowest);
  };
  const total = (): number => shares.values().reduce((sum, { size }) => sum + size, 0);
  for (const share of shares.values()) while (share.size > maxPerCaller) take(share);
  while (total() > max) take(shares.values().reduce((most, share) => (share.size > most.size ? share : most)));
  return excess;
}
