import type { Storage } from "./port.ts";

/** A call of the storage that has ended: until the first byte for a read, until the last for a write. */
export interface StorageFacts {
  readonly operation: "read" | "write" | "stat" | "remove";
  readonly outcome: "done" | "failed";
  readonly seconds: number;
}

/** The same storage, which reports each call. */
export function observed(storage: Storage, onCall: (facts: StorageFacts) => void): Storage {
  const measure = async <T>(operation: StorageFacts["operation"], call: Promise<T>): Promise<T> => {
    const startedAt = performance.now();
    const report = (outcome: StorageFacts["outcome"]): void =>
      onCall({ operation, outcome, seconds: (performance.now() - startedAt) / 1_000 });
    try {
      const result = await call;
      report("done");
      return result;
    } catch (error) {
      report("failed");
      throw error;
    }
  };
  return {
    ...storage,
    read: (key, range) => measure("read", storage.read(key, range)),
    write: (key, file) => measure("write", storage.write(key, file)),
    stat: (key) => measure("stat", storage.stat(key)),
    remove: (key) => measure("remove", storage.remove(key)),
  };
}
