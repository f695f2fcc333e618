/** Changes that could not be saved, kept in the browser until they are. */
import type { Values } from "../model/types.ts";

export interface KeptChanges {
  /** When they were kept, in milliseconds. */
  readonly at: number;
  /** The changed fields as they were stored, and as they stood in the form. */
  readonly base: Values;
  readonly values: Values;
}
/** Begins the keys of what is kept. */
export const KEPT = "colophon.unsaved";
export type Keeper = ReturnType<typeof createKeeper>;

/** @param place - whose changes, and of which record. */
export function createKeeper(place: readonly string[], storage: Storage = localStorage) {
  const key = [KEPT, ...place].join(".");
  return {
    keep(changes: KeptChanges): void {
      try {
        storage.setItem(key, JSON.stringify(changes));
      } catch {
        // storage that is full or switched off: the form still has them
      }
    },
    forget(): void {
      try {
        storage.removeItem(key);
      } catch {
        // storage that is switched off keeps nothing
      }
    },
    kept(): KeptChanges | null {
      try {
        return JSON.parse(storage.getItem(key) ?? "null") as KeptChanges | null;
      } catch {
        return null;
      }
    },
  };
}

/** The part of the values that has these names. */
export function pick(values: Values, names: readonly string[]): Values {
  return Object.fromEntries(names.map((name) => [name, values[name] ?? null]));
}
