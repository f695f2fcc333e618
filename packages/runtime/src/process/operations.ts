import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { Metrics } from "../metrics/metrics.ts";

const READY_LIMIT_MS = 2000;

/** Serves the operations paths: `/livez`, `/readyz`, `/metrics`. Passes everything else to `next`, if given. */
export function createOperations({
  ready,
  metrics,
  next,
}: {
  ready: () => Promise<boolean>;
  metrics: Metrics;
  next?: RequestListener;
}): RequestListener {
  return (request, response) => {
    if (request.url === "/livez") return sendText(response, 200, "ok");
    if (request.url === "/readyz")
      return void isReady(ready).then((yes) => sendText(response, yes ? 200 : 503, yes ? "ok" : "unavailable"));
    if (request.url === "/metrics") return void sendMetrics(response, metrics);
    if (next) return next(request, response);
    sendText(response, 404, "not found");
  };
}

async function isReady(ready: () => Promise<boolean>): Promise<boolean> {
  const limit = new Promise<boolean>((resolve) => setTimeout(resolve, READY_LIMIT_MS, false).unref());
  return Promise.race([ready().catch(() => false), limit]);
}

async function sendMetrics(response: ServerResponse<IncomingMessage>, metrics: Metrics): Promise<void> {
  const text = await metrics.text();
  response.writeHead(200, { "content-type": metrics.registry.contentType, "cache-control": "no-store" }).end(text);
}

function sendText(response: ServerResponse<IncomingMessage>, status: number, text: string): void {
  response.writeHead(status, {
    "content-type": "text/plain; charset=utf-8",
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
  });
  response.end(text);
}
