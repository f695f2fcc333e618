import { Counter, type Registry } from "prom-client";

/** Counts hooks that failed after the fact, where the failure shows in no answer. */
export function countHookFailures(registry: Registry): (entity: string, hook: string) => void {
  const failures = new Counter({
    name: "hook_failures_total",
    help: "After-hooks that threw or took too long, by entity and hook.",
    labelNames: ["entity", "hook"],
    registers: [registry],
  });
  return (entity, hook) => failures.inc({ entity, hook });
}
