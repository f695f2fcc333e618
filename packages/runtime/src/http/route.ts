import type { IncomingMessage, ServerResponse } from "node:http";
import type { Method, Operation, Route } from "@colophon/api";
import { AppError } from "@colophon/model/errors";
import type { SessionIdentity } from "../identity/identity.ts";
import { requireCaller, type AccessRule } from "./require-caller.ts";
import type { Handler, Request, Response, Router } from "./router.ts";

type Check = (request: Request) => readonly Method[] | void;

/** The part of a row that its service needs. */
type ServedRow = Pick<Route, "path"> & AccessRule & { readonly methods: Readonly<Partial<Record<Method, Partial<Operation>>>> };

type SessionHandler = (request: Request, response: Response, session: SessionIdentity) => unknown;
/** The handler of a row that only accepts sessions gets the caller's session. */
type RowHandler<Row extends ServedRow> = Row extends { readonly auth: "session" | "admin" } ? SessionHandler : Handler;

/** A known path without the method: 405 with `Allow`. */
export function methodNotAllowed(methods: readonly string[]): AppError {
  const allow = new Set(methods);
  if (allow.has("GET")) allow.add("HEAD");
  return new AppError("METHOD_NOT_ALLOWED", undefined, { headers: { allow: [...allow].toSorted().join(", ") } });
}

/**
 * Mounts one path with all of its methods: HEAD answers like GET, PATCH like PUT, any other method is 405.
 *
 * @param check - runs before a method is chosen. It may throw (an unknown entity is 404, not 405), and may return the methods of this
 * particular path (a global has no POST).
 */
export function route(router: Router, path: string, methods: Partial<Record<Method, Handler>>, check?: Check): void {
  const handlers: Record<string, Handler> = { ...methods };
  if (methods.PUT && !methods.PATCH) handlers["PATCH"] = methods.PUT;

  router.all(path, async (request, response) => {
    const only = check?.(request);
    const method = request.method === "HEAD" ? "GET" : request.method;
    const handler = Object.hasOwn(handlers, method) && (!only || isIn(only, method)) ? handlers[method] : undefined;
    if (!handler) throw methodNotAllowed(Object.keys(handlers).filter((name) => !only || isIn(only, name)));
    await handler(request, response);
  });
}

/**
 * Mounts a row of the table of routes: one handler for each of its methods, which runs for the callers that the row accepts.
 *
 * @param check - as for `route`.
 */
export function serve<const Row extends ServedRow>(
  router: Router,
  row: Row,
  methods: Readonly<Record<keyof Row["methods"] & Method, RowHandler<Row>>>,
  check?: Check,
): void {
  const handlers = Object.entries(methods as Record<Method, SessionHandler>).map(([method, handler]) => {
    const own = row.methods[method as Method];
    const admitted: Handler = (request, response) => handler(request, response, requireCaller(request, row, own) as SessionIdentity);
    return [method, admitted];
  });
  route(router, row.path.replaceAll(/\{(\w+)\}/g, ":$1"), Object.fromEntries(handlers), check);
}

function isIn(only: readonly Method[], method: string): boolean {
  return only.some((allowed) => allowed === method || (allowed === "PUT" && method === "PATCH"));
}

/** Refuses a request without a route: 405 for a path that has other methods, 404 for an unknown path. */
export function refuseUnrouted(
  router: Router,
  request: IncomingMessage,
  response: ServerResponse,
  refuse: (error: AppError) => void,
): void {
  router.findMethods(request, response, (methods) => refuse(methods.length > 0 ? methodNotAllowed(methods) : new AppError("NOT_FOUND")));
}
