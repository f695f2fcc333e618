import type { Statement } from "@colophon/engine";
import { LRUCache } from "lru-cache";

const MAX_TOTALS = 20_000;

/** An exact total and the stamp (count of writes to everything it depends on) under which it was counted. */
export interface Total {
  readonly total: string;
  readonly stamp: string;
}

export type Totals = ReturnType<typeof createTotals>;

/**
 * Totals already counted. A list's statement compares the stamp in its own snapshot and counts again only when
 * something was written since: a remembered total is never wrong, only sometimes useless.
 */
export function createTotals() {
  const totals = new LRUCache<string, Total>({ max: MAX_TOTALS });
  return {
    /** The name under which a list's total is kept: its counting shape with the values bound for this caller. */
    keyOf: (count: NonNullable<Statement["count"]>, bound: readonly unknown[]): string => `${count.name}\n${JSON.stringify(bound)}`,
    find: (key: string): Total | undefined => totals.get(key),
    remember: (key: string, total: Total): void => void totals.set(key, total),
  };
}
