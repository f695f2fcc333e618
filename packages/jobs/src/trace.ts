import { currentTraceparent, traced } from "@colophon/runtime/tracing";

/** A payload with the trace of its request, if any; the worker removes it. */
export function withTrace<Payload>(payload: Payload): Payload | (Payload & { readonly traceparent: string }) {
  const traceparent = currentTraceparent();
  return traceparent === undefined ? payload : { ...payload, traceparent };
}

/** A job's payload, and its trace. */
export function splitTrace(data: unknown): { readonly payload: unknown; readonly traceparent: string | undefined } {
  if (typeof data !== "object" || data === null || !("traceparent" in data)) return { payload: data, traceparent: undefined };
  const { traceparent, ...payload } = data;
  return { payload, traceparent: typeof traceparent === "string" ? traceparent : undefined };
}

/** Runs one attempt of a job as a part of its request's trace; as its own trace if there is none. */
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
