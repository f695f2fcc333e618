import * as z from "zod";
import { PROCESSES, share, urlWith, type EnvEntry } from "./values.ts";

/** The destination and sampling of traces, with OpenTelemetry's standard names. */
export const TRACING_ENV = {
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    schema: urlWith("http", "https"),
    description: "A collector that accepts OpenTelemetry traces over HTTP as JSON. If unset, there are no traces.",
    expected: "a URL such as http://collector:4318",
    processes: PROCESSES.all,
  },
  OTEL_EXPORTER_OTLP_HEADERS: {
    schema: z.string(),
    description: "Headers for the collector, such as its key.",
    expected: "name=value pairs, comma-separated",
    secret: true,
    processes: PROCESSES.all,
  },
  OTEL_TRACES_SAMPLER: {
    schema: z.enum([
      "always_on",
      "always_off",
      "traceidratio",
      "parentbased_always_on",
      "parentbased_always_off",
      "parentbased_traceidratio",
    ]),
    default: "parentbased_traceidratio",
    description: "The sampler. The gateway starts each trace itself, so callers can't influence the sampling.",
    expected: "always_on, always_off or traceidratio, each also with parentbased_ before it",
    processes: PROCESSES.all,
  },
  OTEL_TRACES_SAMPLER_ARG: {
    schema: share(),
    default: "0.1",
    description: "The fraction of traces that `traceidratio` keeps.",
    expected: "a number from 0 to 1",
    processes: PROCESSES.all,
  },
} as const satisfies Record<string, EnvEntry>;
