import { createAssetTable, createDerivativeTable, type Database, type NamedFile } from "@colophon/database";
import { idInKey, ORIGINALS, type Storage, type StoredKey } from "@colophon/storage";
import type { Pair } from "./merge.ts";

/** `missing`: the storage doesn't have it. `damaged`: it has another length. `unused`: no row names it. */
export type FindingKind = "missing" | "damaged" | "unused";

/** A file that the rows and the storage don't agree about. */
export interface Finding {
  readonly kind: FindingKind;
  readonly key: string;
  readonly about: string;
  /** Makes them agree without losing anything; null for an original, which only a backup or an upload can restore. */
  readonly repair: (() => Promise<void>) | null;
}

/** Newer files may belong to running work. */
const AGE_MS = 60 * 60 * 1_000;

/** The key of a derivative's row: `<image's id>-<transform's key>`. */
const rowKeyOf = (key: string): string => key.split("/").slice(1).join("-");

/** Whether a pair may be a finding, without a request. */
export function isSuspect({ left, right }: Pair<NamedFile, StoredKey>): boolean {
  if (!left) return right !== null && right.modifiedAt.getTime() < Date.now() - AGE_MS && idInKey(right.key) !== null;
  return right === null ? left.isRequired : left.isRequired && left.size !== right.size;
}

/** Looks at suspects again: the site may be in use. */
export function createExaminer({ database, storage }: { readonly database: Database; readonly storage: Storage }) {
  const [assets, derivatives] = [createAssetTable(database), createDerivativeTable(database)];

  async function hasRow(key: string): Promise<boolean> {
    if (!key.startsWith(ORIGINALS)) return derivatives.exists(rowKeyOf(key));
    const id = idInKey(key) ?? "";
    return !(await assets.missing([id])).has(id);
  }

  async function removeDerivative(key: string): Promise<void> {
    await derivatives.forget(rowKeyOf(key)); // the next request makes it again
    await storage.remove(key);
  }

  /** @returns null if the difference is gone */
  return async ({ key, left }: Pair<NamedFile, StoredKey>): Promise<Finding | null> => {
    const [isNamed, stored] = [await hasRow(key), await storage.stat(key)];
    if (!isNamed) return stored && !left ? { kind: "unused", key, about: "", repair: () => storage.remove(key) } : null;
    if (!left || stored?.size === left.size) return null;
    const repair = key.startsWith(ORIGINALS) ? null : () => removeDerivative(key);
    return { kind: stored ? "damaged" : "missing", key, about: left.about, repair };
  };
}
