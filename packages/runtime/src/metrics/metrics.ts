import { collectDefaultMetrics, Gauge, Histogram, Registry, AggregatorRegistry } from "prom-client";

export type Metrics = ReturnType<typeof createMetrics>;

const SECONDS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/**
 * The metrics of one service, in Prometheus' format. Each call creates its own registry.
 *
 * @param isAlone - whether the process runs this service only, so that its memory and CPU are the service's.
 */
export function createMetrics(service: string, version = "unknown", isAlone = true) {
  const registry = new Registry();
  registry.setDefaultLabels({ service });
  if (isAlone) collectDefaultMetrics({ register: registry }); // memory, CPU, garbage collection, the lag of the event loop
  const build = new Gauge({ name: "colophon_build_info", help: "Always 1.", labelNames: ["version"], registers: [registry] });
  build.set({ version }, 1);
  const durations = new Histogram({
    name: "http_request_duration_seconds",
    help: "How long requests took, by method, route and status.",
    labelNames: ["method", "route", "status"],
    buckets: SECONDS,
    registers: [registry],
  });
  const children = new Map<string, ReturnType<typeof durations.labels>>();

  return {
    registry,

    /** Counts one request. `route` is a pattern such as `/api/:entity`, never a caller's own path. */
    observe(method: string, route: string, status: number, seconds: number): void {
      const known = METHODS.has(method) ? method : "other";
      const key = `${known} ${status} ${route}`;
      let child = children.get(key);
      if (!child) children.set(key, (child = durations.labels(known, route, String(status))));
      child.observe(seconds);
    },

    text: () => registry.metrics(),
  };
}

/** Node's parser accepts about thirty methods. A caller must not create a time series for each. */
const METHODS: ReadonlySet<string> = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

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
