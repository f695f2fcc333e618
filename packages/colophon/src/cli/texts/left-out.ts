/** The values of an export that no field takes: they are named before anything is imported. */
import { countOf } from "../progress.ts";

export type LeftOut = ReturnType<typeof createLeftOut>;

export function createLeftOut() {
  const taken = new Set<string>();
  /** How many texts have a value that isn't taken, by its name. */
  const skipped = new Map<string, number>();
  return {
    /** @param names - the names of the values of one text, as they are told: several forms of one value have one name */
    note(names: { readonly taken: ReadonlySet<string>; readonly skipped: ReadonlySet<string> }): void {
      for (const name of names.taken) taken.add(name);
      for (const name of names.skipped) skipped.set(name, (skipped.get(name) ?? 0) + 1);
    },
    /** A sentence for people; null if everything is taken. */
    sentence(): string | null {
      const left = [...skipped].filter(([name]) => !taken.has(name));
      if (left.length === 0) return null;
      const named = left.map(([name, count]) => `${name} (${countOf(count)})`);
      return `No field takes these values, so they are left out: ${named.join(", ")}. Name fields for them with --map.`;
    },
  };
}
