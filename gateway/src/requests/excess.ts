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

interface Holder<Held> {
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
  const holders = new Map<string, Holder<Held>>();
  for (const thing of held) {
    const holder = holders.get(callerOf(thing)) ?? { things: [], size: 0 };
    holders.set(callerOf(thing), holder);
    holder.things.push(thing);
    holder.size += sizeOf(thing);
  }

  const excess: Held[] = [];
  const take = (holder: Holder<Held>): void => {
    const lowest = holder.things.reduce((low, thing) => (rankOf(thing) < rankOf(low) ? thing : low));
    holder.things.splice(holder.things.indexOf(lowest), 1);
    holder.size -= sizeOf(lowest);
    excess.push(lowest);
  };
  const total = (): number => holders.values().reduce((sum, { size }) => sum + size, 0);
  for (const holder of holders.values()) while (holder.size > maxPerCaller) take(holder);
  while (total() > max) take(holders.values().reduce((most, holder) => (holder.size > most.size ? holder : most)));
  return excess;
}
