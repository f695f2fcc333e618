import type { Removals } from "@colophon/database";
import { Counter, Gauge, type Registry } from "prom-client";

/** Counts references that were cleared because of a deletion, by the entity that they referred to. */
export function countCleared(registry: Registry): (entity: string, references: number) => void {
  const cleared = new Counter({
    name: "removal_cleared_references_total",
    help: "References that were cleared in the background, by the entity of the deleted record.",
    labelNames: ["entity"],
    registers: [registry],
  });
  return (entity, references) => cleared.inc({ entity }, references);
}

/** Exposes the number of deleted records that are still to be removed; omitted if it can't be measured. */
export function showRemovals(registry: Registry, left: Removals["left"]): void {
  const gauge: Gauge = new Gauge({
    name: "removal_records",
    help: "Deleted records, gone for readers, whose references are still to be cleared, by entity.",
    labelNames: ["entity"],
    registers: [registry],
    async collect() {
      const found = await left().catch(() => []);
      gauge.reset();
      for (const { entity, records } of found) gauge.set({ entity }, records);
    },
  });
}
