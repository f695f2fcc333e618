/** The name of a kind of value in messages: "a number", "an array", "null". */
export function kindOf(value: unknown): string {
  if (value === undefined) return "undefined";
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  return `${typeof value === "object" ? "an" : "a"} ${typeof value}`;
}

/** A value in a message: short scalars themselves, otherwise the kind. */
export function formatValue(value: unknown): string {
  if (typeof value === "string") return value.length <= 60 ? JSON.stringify(value) : "a long text";
  return typeof value === "number" || typeof value === "boolean" || value === null ? String(value) : kindOf(value);
}

/** Names in quotes, as a list in a message: `"a", "b" or "c"`. */
export function quoteList(names: readonly PropertyKey[]): string {
  const quoted = names.map((name) => `"${String(name)}"`);
  return quoted.length < 2 ? quoted.join("") : `${quoted.slice(0, -1).join(", ")} or ${quoted.at(-1)}`;
}

/** The message about an unknown option: with a similar name if there is one, else with all options. */
export function unknownKey(key: string, known: readonly string[], noun: string): string {
  const suggestion = nearest(key, known);
  if (suggestion !== undefined) return `Write "${suggestion}" instead of "${key}": ${noun} has no option "${key}".`;
  return `Remove "${key}": ${noun} has no such option${known.length > 0 ? `, only ${known.join(", ")}` : ""}.`;
}

/** The most similar known name, if it is similar enough to be a misspelling. */
export function nearest(name: string, known: readonly string[]): string | undefined {
  const far = name.length < 3 ? 0 : Math.max(1, Math.floor(name.length / 4));
  const ranked = known.map((other) => ({ other, distance: distanceOf(name.toLowerCase(), other.toLowerCase()) }));
  return ranked.toSorted((a, b) => a.distance - b.distance).find(({ distance }) => distance <= far)?.other;
}

/**
 * The edit distance: how many letters must be added, removed, changed or swapped with their neighbour to turn `a` into `b`. Libraries for
 * Levenshtein's distance count a swap, the most common slip, as two changes.
 */
function distanceOf(a: string, b: string): number {
  if (a.length > 64 || b.length > 64) return Infinity;
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, index) => index)];
  const at = (i: number, j: number): number => rows[i]?.[j] ?? Infinity;
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    rows.push(row);
    for (let j = 1; j <= b.length; j += 1) {
      const isSwap = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const changed = at(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1);
      row.push(Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, changed, isSwap ? at(i - 2, j - 2) + 1 : Infinity));
    }
  }
  return at(a.length, b.length);
}
