export { startTracing, type TracingOptions } from "./start.ts";
export { beginSpan, currentTraceparent, inSpan, isTracing, stopTracing, traced, tracedCall, traceFields } from "./trace.ts";
export type { Attributes, Span, SpanStart } from "./tracer.ts";
