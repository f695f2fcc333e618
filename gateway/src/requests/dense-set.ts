const AT = Symbol("at");
type Element = object & { [AT]?: number };

export type DenseSet<E extends object> = ReturnType<typeof createDenseSet<E>>;

/**
 * A set for what is added and deleted at each request. V8 moves a Set to a new table again and again, and each old table keeps its elements
 * in memory until the next full garbage collection: half of the gateway's garbage collection was due to it. The order is not kept.
 */
export function createDenseSet<E extends Element>() {
  const elements: E[] = [];

  return {
    get size(): number {
      return elements.length;
    },

    /** @param element - is not in the set, and in no other one. */
    add(element: E): void {
      element[AT] = elements.push(element) - 1;
    },

    delete(element: E): boolean {
      const at = element[AT];
      if (at === undefined || elements[at] !== element) return false;
      const last = elements.pop() ?? element;
      if (last !== element) {
        elements[at] = last;
        last[AT] = at;
      }
      return true;
    },

    /** Those of this moment. */
    [Symbol.iterator]: (): ArrayIterator<E> => [...elements].values(),
  };
}
