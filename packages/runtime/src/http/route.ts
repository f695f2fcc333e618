import type { Method, Operation, Route } from "@colophon/api";
import { AppError } from "@colophon/errors";
import type { Request, RequestHandler, Response, Router } from "express";
import type { SessionIdentity } from "../identity/identity.ts";
import { requireCaller, type CallerRule } from "./require-caller.ts";

export type Handler = (request: Request, response: Response) => unknown;

type Check = (request: Request) => readonly Method[] | void;

/** The part of a row that its service needs. */
type ServedRow = Pick<Route, "path"> & CallerRule & { readonly methods: Readonly<Partial<Record<Method, Partial<Operation>>>> };

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
    const allowed = Object.keys(handlers).filter((method) => !only || isIn(only, method));
    const method = request.method === "HEAD" ? "GET" : request.method;
    if (!allowed.includes(method)) throw methodNotAllowed(allowed);
    await handlers[method]?.(request, response);
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

/** Ends every router: 405 for a path that has other methods, 404 for an unknown one. */
export function refuseUnrouted(router: Router): RequestHandler {
  return (request) => {
    const methods = methodsOf(router, request.path);
    throw methods.length > 0 ? methodNotAllowed(methods) : new AppError("NOT_FOUND");
  };
}

interface RouterLayer {
  readonly route?: { readonly methods: Readonly<Record<string, boolean>> } | undefined;
  match(path: string): boolean;
}

function methodsOf(router: Router, path: string): string[] {
  const layers: readonly unknown[] = router.stack;
  return layers
    .filter(isRoute)
    .filter((layer) => layer.match(path))
    .flatMap((layer) => Object.keys(layer.route?.methods ?? {}).map((method) => method.toUpperCase()))
    .filter((method) => method !== "_ALL");
}

function isRoute(layer: unknown): layer is RouterLayer {
  return typeof layer === "object" && layer !== null && "route" in layer && layer.route !== undefined;
}
