import { AsyncLocalStorage } from "node:async_hooks";
import type { Attributes, Span, SpanStart, Tracer, TracingOptions } from "./tracer.ts";

export type { Span } from "./tracer.ts";

/** One for each service of this process; empty without a collector: everything below then costs one comparison. */
const tracers = new Map<string, Tracer>();
/** The only or first one; null without a collector. */
let mainTracer: Tracer | null = null;
/** The service to which the running code belongs, if the process has several. */
const service = new AsyncLocalStorage<string>();

/** Runs `work` as a part of a service: its spans, and those of all that it starts, have the service's name. */
export function asService<T>(name: string, work: () => T): T {
  return service.run(name, work);
}

/** Starts tracing for a service, if there is a collector. Without one, no OpenTelemetry package is loaded. */
export async function startTracing(options: TracingOptions): Promise<void> {
  const { endpoint } = options;
  if (endpoint === undefined) return;
  const { createTracer } = await import("./open-telemetry.ts");
  const tracer = createTracer({ ...options, endpoint });
  mainTracer ??= tracer;
  tracers.set(options.service, tracer);
}

function tracerOfService(): Tracer | null {
  if (tracers.size <= 1) return mainTracer;
  return tracers.get(service.getStore() ?? "") ?? mainTracer;
}

/** Whether this process keeps traces. */
export function isTracing(): boolean {
  return mainTracer !== null;
}

/** Starts a span that the caller ends; null if this process keeps no traces. */
export function beginSpan(start: () => SpanStart): Span | null {
  return tracerOfService()?.begin(start()) ?? null;
}

/** Runs `work` as a part of a span, if there is one. */
export function inSpan<T>(span: Span | null, work: () => T): T {
  return span === null ? work() : span.run(work);
}

/** Runs `work` as a span of its own. */
export async function traced<T>(start: () => SpanStart, work: () => Promise<T>): Promise<T> {
  const span = beginSpan(start);
  if (span === null) return work();
  try {
    const result = await span.run(work);
    span.end();
    return result;
  } catch (error) {
    span.end({ failed: true, attributes: { "error.type": error instanceof Error ? error.name : "unknown" } });
    throw error;
  }
}

/** Runs a call to another system as a child of the current span; without one it is not traced. */
export function tracedCall<T>(describe: () => { name: string; attributes: Attributes }, work: () => Promise<T>): Promise<T> {
  if (mainTracer === null || mainTracer.current() === null) return work();
  return traced(() => ({ ...describe(), kind: "client", parent: "current" }), work);
}

/** The current `traceparent`, for work that continues elsewhere; undefined outside of a kept trace. */
export function currentTraceparent(): string | undefined {
  return mainTracer?.current()?.traceparent;
}

/** The trace fields of a log line; empty outside of a kept trace. */
export function traceFields(): { readonly traceId?: string; readonly spanId?: string } {
  const current = mainTracer?.current();
  return current ? { traceId: current.traceId, spanId: current.spanId } : {};
}

/** Sends the remaining spans to the collector, for at most 2 s, and stops tracing. */
export async function stopTracing(): Promise<void> {
  const last = [...tracers.values()];
  tracers.clear();
  mainTracer = null;
  await Promise.all(last.map((tracer) => tracer.close()));
}
