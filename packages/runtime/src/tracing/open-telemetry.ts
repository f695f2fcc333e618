/** The only file that imports OpenTelemetry; it is loaded only if there is a collector. */
import {
  context,
  diag,
  DiagLogLevel,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Context,
  type Span as OtelSpan,
  type SpanContext,
} from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { parseKeyPairsIntoRecord, W3CTraceContextPropagator } from "@opentelemetry/core";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { detectResources, resourceAttributesEnvDetector, resourceFromAttributes } from "@opentelemetry/resources";
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
  type Sampler,
} from "@opentelemetry/sdk-trace";
import { inTime } from "../time-limit.ts";
import type { Span, SpanStart, Tracer, TracingOptions } from "./tracer.ts";

const SEND_EVERY_MS = 1_000;
const SEND_LIMIT_MS = 5_000;
/** Spans beyond this number are dropped: an unavailable collector costs this much memory and no time. */
const MAX_WAITING_SPANS = 2_048;
const LONGEST_VALUE = 4_096;
const CLOSE_MS = 2_000;
let isRegistered = false;
const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT, consumer: SpanKind.CONSUMER };

/** Spans are kept and sent by OpenTelemetry's own SDK, so its API also works in a project's hooks and routes. */
export function createTracer(options: TracingOptions & { readonly endpoint: string }): Tracer {
  const { service, version, endpoint, headers, onFailure } = options;
  const exporter = new OTLPTraceExporter({
    url: `${endpoint.replace(/\/+$/, "")}/v1/traces`,
    timeoutMillis: SEND_LIMIT_MS,
    ...(headers !== undefined && { headers: parseKeyPairsIntoRecord(headers) }),
  });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ "service.namespace": "colophon", "service.name": service, "service.version": version }).merge(
      detectResources({ detectors: [resourceAttributesEnvDetector] }),
    ),
    sampler: samplerOf(options),
    spanLimits: { attributeValueLengthLimit: LONGEST_VALUE },
    spanProcessors: [new BatchSpanProcessor({ exporter, maxQueueSize: MAX_WAITING_SPANS, scheduledDelayMillis: SEND_EVERY_MS })],
  });
  registerGlobally(provider, onFailure);
  const tracer = provider.getTracer("colophon", version);

  return {
    begin({ name, kind, attributes = {}, parent, links = [] }: SpanStart): Span {
      const around = parent === "current" ? context.active() : contextOf(parent.traceparent);
      const known = links.map((link) => trace.getSpanContext(contextOf(link))).filter((found) => found !== undefined);
      const linked = known.map((found) => ({ context: found }));
      return toSpan(tracer.startSpan(name, { kind: KINDS[kind], attributes, links: linked }, around), around);
    },
    current() {
      const found = trace.getSpan(context.active())?.spanContext();
      if (!found || (found.traceFlags & TraceFlags.SAMPLED) === 0) return null;
      return { traceId: found.traceId, spanId: found.spanId, traceparent: toTraceparent(found) };
    },
    async close() {
      await inTime(Promise.allSettled([provider.shutdown()]), CLOSE_MS, { ref: false });
    },
  };
}

/** Once in a process, for its first service: OpenTelemetry's API has one provider, of which a project's code gets its tracers. */
function registerGlobally(provider: TracerProvider, onFailure: TracingOptions["onFailure"]): void {
  const report = (message: string) => onFailure(message);
  const ignores = () => undefined;
  const logger = { error: report, warn: report, info: ignores, debug: ignores, verbose: ignores };
  diag.setLogger(logger, { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true });
  if (isRegistered) return;
  isRegistered = true;
  context.setGlobalContextManager(new AsyncLocalStorageContextManager());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  trace.setGlobalTracerProvider(provider);
}

function samplerOf({ sampler, ratio }: TracingOptions): Sampler {
  const kind = sampler.replace("parentbased_", "");
  const root = { always_on: AlwaysOnSampler, always_off: AlwaysOffSampler }[kind] ?? null;
  const chosen = root ? new root() : new TraceIdRatioBasedSampler(ratio);
  return sampler === kind ? chosen : new ParentBasedSampler({ root: chosen });
}

function toSpan(span: OtelSpan, around: Context): Span {
  const inside = trace.setSpan(around, span);
  return {
    traceparent: toTraceparent(span.spanContext()),
    run: (work) => context.with(inside, work),
    end({ name, attributes = {}, failed = false } = {}) {
      if (name !== undefined) span.updateName(name);
      span.setAttributes(attributes);
      if (failed) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    },
  };
}

/** Malformed values are ignored. */
function contextOf(traceparent: string | undefined): Context {
  return traceparent === undefined ? ROOT_CONTEXT : propagation.extract(ROOT_CONTEXT, { traceparent });
}

function toTraceparent({ traceId, spanId, traceFlags }: SpanContext): string {
  return `00-${traceId}-${spanId}-0${traceFlags & TraceFlags.SAMPLED}`;
}
