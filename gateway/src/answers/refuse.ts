import { isAborted, logFailure, sendError, toAnswerableError, type Log } from "@colophon/runtime";
import { readRest } from "../connections/rest-of-body.ts";
import type { Call } from "../requests/call.ts";

/** This much of an unused body is still read, to keep the connection; if there is more, it is closed. */
const SMALL_BODY_BYTES = 64 * 1024;

/** Answers a call with an error, once. */
export function refuse(call: Call, thrown: unknown, log: Log): void {
  const { request, response, requestId, policy } = call;
  if (response.destroyed || response.writableEnded) return;
  if (isAborted(request, thrown)) return void response.destroy();
  const error = toAnswerableError(thrown);
  logFailure(log, error, requestId);
  if (response.headersSent) return void response.destroy();

  endAfterBody(call);
  sendError(request, response, error, policy?.cache);
}

/** Prepares an answer that is sent before the end of the request's body, which is not used any more. */
export function endAfterBody(call: Call): void {
  if (!isBodyPending(call)) return;
  call.response.setHeader("connection", "close");
  if (!call.awaitsContinue) holdOpen(call);
}

function isBodyPending({ request, awaitsContinue }: Call): boolean {
  if (request.complete) return false;
  if (awaitsContinue || request.headers["transfer-encoding"] !== undefined) return true;
  return Number(request.headers["content-length"] ?? 0) > SMALL_BODY_BYTES;
}

/** Sends the answer at once, but ends it only when the rest of the body was read. */
function holdOpen({ request, response }: Call): void {
  const end = response.end.bind(response);
  response.end = (body?: unknown) => {
    if (typeof body === "string" || Buffer.isBuffer(body)) response.write(body);
    else response.flushHeaders();
    request.unpipe();
    readRest(request, () => void end());
    return response;
  };
}
