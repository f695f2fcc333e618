import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Span } from "@colophon/tracing";
import type { AddressReader, Origin } from "./address.ts";
import { beginTrace } from "./trace.ts";

/** One request on its way through the gateway, with what has been found out about it. */
export interface Call {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly requestId: string;
  readonly origin: Origin;
  /** The request's target up to its question mark. */
  readonly path: string;
  /** The caller waits for `100 Continue` before it sends its body. */
  readonly awaitsContinue: boolean;
  readonly startedAt: number;
  /** Where this process keeps traces. */
  readonly span: Span | null;
  /** For metrics: the name of a route, never a caller's own path. */
  routeName: string;
}

/** Answered by the gateway itself. */
export const HEALTH_PATH = "/api/health";

const REQUEST_ID = /^[\w.-]{1,64}$/;

/** Begins a call: gives it an id (the caller's own where it is a plain one) and finds out where it comes from. */
export function openCall(
  { request, response, awaitsContinue }: { request: IncomingMessage; response: ServerResponse; awaitsContinue: boolean },
  readOrigin: AddressReader,
): Call {
  const { headers, socket } = request;
  const own = headers["x-request-id"];
  const requestId = typeof own === "string" && REQUEST_ID.test(own) ? own : randomUUID();
  const origin = readOrigin(socket.remoteAddress ?? "", single(headers["x-forwarded-for"]), single(headers["x-forwarded-proto"]));
  response.setHeader("x-request-id", requestId);
  const path = pathOf(request.url ?? "");
  const span = path === HEALTH_PATH ? null : beginTrace(request, requestId); // it is asked every few seconds
  return { request, response, requestId, origin, path, awaitsContinue, span, startedAt: performance.now(), routeName: "none" };
}

function pathOf(url: string): string {
  const mark = url.indexOf("?");
  return mark === -1 ? url : url.slice(0, mark);
}

function single(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value.join(",") : value;
}
