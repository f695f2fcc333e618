import { useState } from "react";
import type { AnyRecord } from "../api/client.ts";

export type Selection = ReturnType<typeof useSelection>;

/** The selected records of the page. Records that are no longer on the page are no longer selected. */
export function useSelection(records: readonly AnyRecord[] = []) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const chosen = records.filter(({ id }) => ids.has(id));
  return {
    records: chosen,
    has: (id: string) => ids.has(id),
    isAll: records.length > 0 && chosen.length === records.length,
    toggle: (id: string) => setIds((before) => new Set(before.has(id) ? [...before].filter((other) => other !== id) : [...before, id])),
    toggleAll: () => setIds(chosen.length === records.length ? new Set() : new Set(records.map(({ id }) => id))),
    clear: () => setIds(new Set()),
  };
}
