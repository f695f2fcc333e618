export type Attributes = Readonly<Record<string, string | number | undefined>>;

/** A span that has started. */
export interface Span {
  /** For `traceparent` of requests to other processes (W3C Trace Context). */
  readonly traceparent: string;
  /** Runs `work` as a part of this span: spans that start in it, now or after an `await`, are its children. */
  run<T>(work: () => T): T;
  /** @param failed - whether the service failed; a caller's mistake does not count. */
  end(facts?: { readonly name?: string; readonly attributes?: Attributes; readonly failed?: boolean }): void;
}

export interface SpanStart {
  readonly name: string;
  readonly kind: "server" | "client" | "consumer";
  readonly attributes?: Attributes;
  /** The parent: the current span, one of another process by its `traceparent`, or none. */
  readonly parent: "current" | { readonly traceparent: string | undefined };
  /** Linked traces, by their `traceparent`, without effect on sampling. */
  readonly links?: readonly string[];
}

/** Keeps spans and sends them to a collector. */
export interface Tracer {
  begin(start: SpanStart): Span;
  /** The current span; null outside of any, and if its trace is not kept. */
  current(): { readonly traceId: string; readonly spanId: string; readonly traceparent: string } | null;
  /** Sends the remaining spans, for at most 2 s. */
  close(): Promise<void>;
}

type Root = "always_on" | "always_off" | "traceidratio";

export interface TracingOptions {
  /** The process's name in traces. */
  readonly service: string;
  readonly version: string;
  /** The collector's OTLP/HTTP URL, without `/v1/traces`; without one nothing is traced. */
  readonly endpoint: string | undefined;
  /** Headers for the collector, as `name=value,name=value`. */
  readonly headers?: string | undefined;
  /** Which traces are kept, by a name of `OTEL_TRACES_SAMPLER`. */
  readonly sampler: Root | `parentbased_${Root}`;
  /** The share of traces to keep, from 0 to 1, if the sampler needs one. */
  readonly ratio: number;
  /** Called when spans could not be delivered; they are dropped. */
  readonly onFailure: (reason: string) => void;
}
