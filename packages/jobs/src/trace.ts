import { currentTraceparent, traced } from "@colophon/tracing";

/** A payload with the trace that it was asked for in, if any; the worker takes it off again. */
export function withTrace<Payload>(payload: Payload): Payload | (Payload & { readonly traceparent: string }) {
  const traceparent = currentTraceparent();
  return traceparent === undefined ? payload : { ...payload, traceparent };
}

/** What came with a job: its payload, and the trace that it belongs to. */
export function splitTrace(data: unknown): { readonly payload: unknown; readonly traceparent: string | undefined } {
  if (typeof data !== "object" || data === null || !("traceparent" in data)) return { payload: data, traceparent: undefined };
  const { traceparent, ...payload } = data;
  return { payload, traceparent: typeof traceparent === "string" ? traceparent : undefined };
}

/** Runs one try of a job as a part of the trace that it was asked for in; as a trace of its own where there was none. */
export function traceTry<T>(
  { queue, id, attempt, traceparent }: { queue: string; id: string; attempt: number; traceparent: string | undefined },
  work: () => Promise<T>,
): Promise<T> {
  const attributes = {
    "messaging.system": "bullmq",
    "messaging.destination.name": queue,
    "messaging.message.id": id,
    "messaging.operation.type": "process",
    "cms.attempt": attempt,
  };
  return traced(() => ({ name: `process ${queue}`, kind: "consumer", parent: { traceparent }, attributes }), work);
}
