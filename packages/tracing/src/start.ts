import { useTracer } from "./trace.ts";

type Root = "always_on" | "always_off" | "traceidratio";

export interface TracingOptions {
  /** The process's name in traces. */
  readonly service: string;
  readonly version: string;
  /** The collector's OTLP/HTTP address, without `/v1/traces`; without one nothing is traced. */
  readonly endpoint: string | undefined;
  /** Headers for the collector, as `name=value,name=value`. */
  readonly headers?: string | undefined;
  /** Which traces are kept, in the words of `OTEL_TRACES_SAMPLER`. */
  readonly sampler: Root | `parentbased_${Root}`;
  /** The share of traces to keep, from 0 to 1, where the sampler asks for one. */
  readonly ratio: number;
  /** Told when spans could not be delivered; they are dropped. */
  readonly onFailure: (reason: string) => void;
}

/** Keeps traces from now on, when there is a collector to send them to. Without one, no OpenTelemetry package is even loaded. */
export async function startTracing(options: TracingOptions): Promise<void> {
  const { endpoint } = options;
  if (endpoint === undefined) return;
  const { createTracer } = await import("./open-telemetry.ts");
  useTracer(createTracer({ ...options, endpoint }));
}
