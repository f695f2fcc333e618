export type Attributes = Readonly<Record<string, string | number | undefined>>;

/** A piece of work that has begun, as a trace shows it. */
export interface Span {
  /** For `traceparent` of whatever this work asks of another process (W3C Trace Context). */
  readonly traceparent: string;
  /** Runs `work` as a part of this span: what begins in it, now or after an `await`, belongs to it. */
  run<T>(work: () => T): T;
  /** @param failed - whether it was our failure; a caller's mistake is none. */
  end(facts?: { readonly name?: string; readonly attributes?: Attributes; readonly failed?: boolean }): void;
}

export interface SpanStart {
  readonly name: string;
  readonly kind: "server" | "client" | "consumer";
  readonly attributes?: Attributes;
  /** The work that this one is a part of: the one of the moment, one of another process by its `traceparent`, or none. */
  readonly parent: "current" | { readonly traceparent: string | undefined };
  /** Traces that have to do with this one, by their `traceparent`, without deciding anything about it. */
  readonly links?: readonly string[];
}

/** What keeps spans and sends them to a collector. */
export interface Tracer {
  begin(start: SpanStart): Span;
  /** The span of the moment; null outside of any, and where its trace is not kept. */
  current(): { readonly traceId: string; readonly spanId: string; readonly traceparent: string } | null;
  /** Sends what is left, for at most 2 s. */
  close(): Promise<void>;
}

type Root = "always_on" | "always_off" | "traceidratio";

export interface TracingOptions {
  /** The process's name in traces. */
  readonly service: string;
  readonly version: string;
  /** The collector's OTLP/HTTP address, without `/v1/traces`; without one nothing is traced. */
  readonly endpoint: string | undefined;
  /** Headers for the collector, as `name=value,name=value`. */
  readonly headers?: string | undefined;
  /** Which traces are kept, by a name of `OTEL_TRACES_SAMPLER`. */
  readonly sampler: Root | `parentbased_${Root}`;
  /** The share of traces to keep, from 0 to 1, where the sampler asks for one. */
  readonly ratio: number;
  /** Told when spans could not be delivered; they are dropped. */
  readonly onFailure: (reason: string) => void;
}
