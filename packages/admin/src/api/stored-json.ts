/** JSON in the browser's storage, which may be full, disabled or written by an older version of the page. */

/** The stored value; `otherwise` if there is none that can be read. */
export function readJson<T>(storage: Pick<Storage, "getItem">, key: string, otherwise: T): T {
  try {
    return (JSON.parse(storage.getItem(key) ?? "null") as T | null) ?? otherwise;
  } catch {
    return otherwise;
  }
}

/** Stores the value, if that is possible. */
export function writeJson(storage: Pick<Storage, "setItem">, key: string, value: unknown): void {
  try {
    storage.setItem(key, JSON.stringify(value));
  } catch {
    // full or disabled: callers keep the value in memory, or compute it again
  }
}
