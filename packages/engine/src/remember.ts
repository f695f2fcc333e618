/** Remembers what a pure function made, for as long as the object it was made from lives. */

/** The function, asked once for each object and key; its result must follow from those two alone. */
export function rememberFor<Made>(): (owner: object, key: string, make: () => Made) => Made {
  const made = new WeakMap<object, Map<string, Made>>();
  return (owner, key, make) => {
    const known = made.get(owner) ?? new Map<string, Made>();
    made.set(owner, known);
    const found = known.get(key) ?? make();
    known.set(key, found);
    return found;
  };
}
