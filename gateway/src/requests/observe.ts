import type { Log, Metrics } from "@colophon/runtime";
import { inSpan } from "@colophon/runtime/tracing";
import { routeNameOf, type Call } from "./call.ts";
import { endSpan } from "./trace.ts";

/** Records the result of a request in metrics, log and trace. */
export function observe(call: Call, { log, metrics }: { readonly log: Log; readonly metrics: Metrics }): void {
  const { request, response, requestId, startedAt, path, policy, span } = call;
  const routeName = routeNameOf(call);
  const ms = performance.now() - startedAt;
  const status = response.writableFinished ? response.statusCode : 499; // 499: aborted by the caller
  const isStreamed = policy?.isStream === true && response.headersSent && response.statusCode === 200; // its duration isn't one of requests
  if (!isStreamed) metrics.observe(request.method ?? "", routeName, status, ms / 1000);
  const line = { requestId, method: request.method, path, status, ms: Math.round(ms * 10) / 10 };
  inSpan(span, () => log.info(line, "request"));
  if (span) endSpan(span, { method: request.method ?? "", routeName, status });
}
