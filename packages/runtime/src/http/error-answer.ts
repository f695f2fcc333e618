import type { IncomingMessage, ServerResponse } from "node:http";
import { AppError, toErrorBody } from "@colophon/model/errors";
import type { Log } from "../log/log.ts";

/** The answer for a thrown error: an expected failure unchanged, any other error as a generic 500. */
export function toAnswerableError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown;
  if (isBadRequest(thrown)) return new AppError("VALIDATION_ERROR", "The path is not valid", { cause: thrown });
  return new AppError("INTERNAL_ERROR", undefined, { cause: thrown });
}

/** Whether the error occurred because the caller aborted its request: no answer is needed, and nothing is wrong here. */
export function isAborted(request: IncomingMessage, thrown: unknown): boolean {
  const { errored } = request;
  if (errored === null || request.complete) return false;
  for (let error = thrown; error instanceof Error; error = error.cause) if (error === errored) return true;
  return false;
}

/** Writes a failure to the log: bugs and outages with their cause, refusals not at all. */
export function logFailure(log: Log, error: AppError, requestId: string): void {
  if (error.status < 500) return;
  log[error.status === 503 ? "warn" : "error"]({ requestId, code: error.code, err: error.cause ?? error }, error.code);
}

/** Sends an error answer. If an answer has already started, the connection is cut, so that it never looks complete. */
export function sendError(request: IncomingMessage, response: ServerResponse, error: AppError, cache = "private, no-cache"): void {
  if (response.headersSent) return void response.destroy();

  const body = JSON.stringify(toErrorBody(error));
  response.writeHead(error.status, {
    "content-type": "application/json; charset=utf-8",
    "content-length": Buffer.byteLength(body),
    "cache-control": cache,
    "x-content-type-options": "nosniff",
    ...error.headers,
  });
  response.end(request.method === "HEAD" ? undefined : body);
}

/** Express throws a URIError with status 400 if a path parameter can't be decoded. */
function isBadRequest(thrown: unknown): boolean {
  return thrown instanceof Error && "status" in thrown && thrown.status === 400;
}
