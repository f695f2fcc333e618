import { AggregatorRegistry, collectDefaultMetrics, Registry } from "prom-client";
import type { Metrics } from "./metrics.ts";

/** The name of a process with several services, in the metrics of the process itself: memory, CPU, event loop. */
const ALL_SERVICES = "services";

/**
 * The metrics of one service, which shows those of all services in this process, and of the process once.
 *
 * @param all - filled while the services start.
 */
export function allMetrics(own: Metrics, all: readonly Metrics[]): Metrics {
  const ofProcess = new Registry();
  ofProcess.setDefaultLabels({ service: ALL_SERVICES });
  collectDefaultMetrics({ register: ofProcess });
  return {
    ...own,
    async text() {
      const registries = [ofProcess, ...all.map(({ registry }) => registry)];
      const read = await Promise.all(registries.map((registry) => registry.getMetricsAsJSON()));
      return AggregatorRegistry.aggregate(read).metrics();
    },
  };
}
