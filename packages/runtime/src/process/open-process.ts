import { readFileSync } from "node:fs";
import type { EnvValue } from "@colophon/config";
import { startTracing } from "../tracing/trace.ts";
import { createLog, type Log } from "../log/log.ts";
import { createMetrics } from "../metrics/metrics.ts";
import type { ProcessName } from "./service.ts";

/** The variables for a process's log and traces: see `EVERY_PROCESS_READS`. */
export interface ProcessEnv {
  readonly LOG_LEVEL: EnvValue<"LOG_LEVEL">;
  readonly OTEL_EXPORTER_OTLP_ENDPOINT: EnvValue<"OTEL_EXPORTER_OTLP_ENDPOINT">;
  readonly OTEL_EXPORTER_OTLP_HEADERS: EnvValue<"OTEL_EXPORTER_OTLP_HEADERS">;
  readonly OTEL_TRACES_SAMPLER: EnvValue<"OTEL_TRACES_SAMPLER">;
  readonly OTEL_TRACES_SAMPLER_ARG: EnvValue<"OTEL_TRACES_SAMPLER_ARG">;
}

const SAY_AGAIN_MS = 60_000;

/** Starts the common parts of every service: its log, its metrics and, if there is a collector, its traces. `stopTracing` ends those. */
export async function openProcess(name: ProcessName, env: ProcessEnv, { isAlone }: { readonly isAlone: boolean }) {
  const endpoint = env.OTEL_EXPORTER_OTLP_ENDPOINT;
  const log = createLog({ name, level: env.LOG_LEVEL, traced: endpoint !== undefined });
  const version = versionOfProduct();
  await startTracing({
    service: name,
    version,
    endpoint,
    headers: env.OTEL_EXPORTER_OTLP_HEADERS,
    sampler: env.OTEL_TRACES_SAMPLER,
    ratio: env.OTEL_TRACES_SAMPLER_ARG,
    onFailure: logOccasionally(log),
  });
  return { log, metrics: createMetrics(name, version, isAlone) };
}

/** Logs an unavailable collector once a minute, without the messages of the collector or the exporter, which can contain a key. */
function logOccasionally(log: Log): () => void {
  let saidAt = -Infinity;
  return () => {
    if (performance.now() - saidAt < SAY_AGAIN_MS) return;
    saidAt = performance.now();
    log.warn("can't deliver traces to the collector; dropping them");
  };
}

function versionOfProduct(): string {
  const { version }: { version: string } = JSON.parse(readFileSync(new URL("../../../../package.json", import.meta.url), "utf8"));
  return version;
}
