import type { Attributes, Span, SpanStart, Tracer, TracingOptions } from "./tracer.ts";

/** Without a collector there is none, and everything below costs one comparison. */
let tracer: Tracer | null = null;

/** Keeps traces from now on, when there is a collector to send them to. Without one, no OpenTelemetry package is even loaded. */
export async function startTracing(options: TracingOptions): Promise<void> {
  const { endpoint } = options;
  if (endpoint === undefined) return;
  const { createTracer } = await import("./open-telemetry.ts");
  tracer = createTracer({ ...options, endpoint });
}

/** Whether this process keeps traces at all. */
export function isTracing(): boolean {
  return tracer !== null;
}

/** Begins a span that the caller ends; null where this process keeps no traces. */
export function beginSpan(start: () => SpanStart): Span | null {
  return tracer === null ? null : tracer.begin(start());
}

/** Runs `work` as a part of a span, where there is one. */
export function inSpan<T>(span: Span | null, work: () => T): T {
  return span === null ? work() : span.run(work);
}

/** Runs `work` as a span of its own, from its begin to its end. */
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

/** Runs a call to another system as a span inside the one of the moment; by itself it is no trace. */
export function tracedCall<T>(describe: () => { name: string; attributes: Attributes }, work: () => Promise<T>): Promise<T> {
  if (tracer === null || tracer.current() === null) return work();
  return traced(() => ({ ...describe(), kind: "client", parent: "current" }), work);
}

/** The `traceparent` of the moment, for those who go on with the work elsewhere; undefined outside of a kept trace. */
export function currentTraceparent(): string | undefined {
  return tracer?.current()?.traceparent;
}

/** What joins a log line to its trace; nothing outside of a kept one. */
export function traceFields(): { readonly traceId?: string; readonly spanId?: string } {
  const current = tracer?.current();
  return current ? { traceId: current.traceId, spanId: current.spanId } : {};
}

/** Sends what is left to the collector, for at most 2 s, and keeps no traces from now on. */
export async function stopTracing(): Promise<void> {
  const last = tracer;
  tracer = null;
  await last?.close();
}
