/** Unsaved changes, kept in the browser until they are saved. */
import { readJson, writeJson } from "../../api/stored-json.ts";
import type { Values } from "../model/types.ts";

export interface KeptChanges {
  /** When they were stored, in ms since 1970. */
  readonly at: number;
  /** The changed fields: as stored on the server, and as edited in the form. */
  readonly base: Values;
  readonly values: Values;
}
/** The prefix of the storage keys. */
export const KEPT = "colophon.unsaved";
export type Keeper = ReturnType<typeof createKeeper>;

/** @param place - the user and the record. */
export function createKeeper(place: readonly string[], storage: Storage = localStorage) {
  const key = [KEPT, ...place].join(".");
  return {
    keep(changes: KeptChanges): void {
      writeJson(storage, key, changes); // else only the form has the changes
    },
    forget(): void {
      try {
        storage.removeItem(key);
      } catch {
        // storage is disabled: nothing is stored
      }
    },
    kept(): KeptChanges | null {
      return readJson<KeptChanges | null>(storage, key, null);
    },
  };
}

export function pick(values: Values, names: readonly string[]): Values {
  return Object.fromEntries(names.map((name) => [name, values[name] ?? null]));
}
