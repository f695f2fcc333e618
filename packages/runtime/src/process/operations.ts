import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { Metrics } from "../metrics/metrics.ts";
import { isTrueInTime } from "../time-limit.ts";

const READY_LIMIT_MS = 2000;

/** The path that asks whether the process can work and also write. */
export const READY_TO_WRITE = "/readyz?writes";
/** In its answer: the process can work, but not write. */
export const READS_ONLY_HEADER = "x-cms-reads-only";

/** Serves the operations paths: `/livez`, `/readyz`, `/metrics`. Passes everything else to `next`, if given. */
export function createOperations({
  ready,
  writable = async () => true,
  metrics,
  next,
}: {
  ready: () => Promise<boolean>;
  writable?: (() => Promise<boolean>) | undefined;
  metrics: Metrics;
  next?: RequestListener;
}): RequestListener {
  return (request, response) => {
    if (request.url === "/livez") return sendText(response, 200, "ok");
    if (request.url === "/readyz")
      return void isReady(ready).then((yes) => sendText(response, yes ? 200 : 503, yes ? "ok" : "unavailable"));
    if (request.url === READY_TO_WRITE) return void answerWritable(response, ready, writable);
    if (request.url === "/metrics") return void sendMetrics(response, metrics);
    if (next) return next(request, response);
    sendText(response, 404, "not found");
  };
}

async function answerWritable(response: ServerResponse, ready: () => Promise<boolean>, writable: () => Promise<boolean>): Promise<void> {
  const [canWork, canWrite] = await Promise.all([isReady(ready), isReady(writable)]);
  if (canWork && !canWrite) response.setHeader(READS_ONLY_HEADER, "1");
  sendText(response, canWork && canWrite ? 200 : 503, canWork ? (canWrite ? "ok" : "reads only") : "unavailable");
}

async function isReady(ready: () => Promise<boolean>): Promise<boolean> {
  return isTrueInTime(ready(), READY_LIMIT_MS, { ref: false });
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
