import type { IncomingMessage } from "node:http";
import { beginSpan, type Span } from "@colophon/runtime/tracing";

/**
 * Starts the trace of a request, if this process keeps traces. The caller's own trace is only linked: if it were continued, anyone could
 * decide which requests are kept.
 */
export function beginTrace(request: IncomingMessage, requestId: string): Span | null {
  return beginSpan(() => {
    const { traceparent } = request.headers;
    return {
      name: methodOf(request.method),
      kind: "server",
      parent: { traceparent: undefined },
      links: typeof traceparent === "string" ? [traceparent] : [],
      attributes: { "http.request.method": methodOf(request.method), "cms.request_id": requestId },
    };
  });
}

/** Ends it with the result of the request. */
export function endSpan(span: Span, { method, routeName, status }: { method: string; routeName: string; status: number }): void {
  span.end({
    name: `${methodOf(method)} ${routeName}`,
    attributes: { "http.route": routeName, "http.response.status_code": status },
    failed: status >= 500,
  });
}

function methodOf(method: string | undefined): string {
  return method ?? "";
}
