/** Caches the results of a pure function as long as the object that they are computed from exists. */

/** The function, called once for each object and key; its result must depend on those two alone. */
export function memoizeFor<Made>(): (owner: object, key: string, make: () => Made) => Made {
  const made = new WeakMap<object, Map<string, Made>>();
  return (owner, key, make) => {
    const known = made.get(owner) ?? new Map<string, Made>();
    made.set(owner, known);
    const found = known.get(key) ?? make();
    known.set(key, found);
    return found;
  };
}
