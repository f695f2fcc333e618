export {
  asService,
  beginSpan,
  currentTraceparent,
  inSpan,
  isTracing,
  startTracing,
  stopTracing,
  traced,
  tracedCall,
  traceFields,
} from "./trace.ts";
export type { Attributes, Span, SpanStart, TracingOptions } from "./tracer.ts";
