import type { IncomingMessage, ServerResponse } from "node:http";
import { Router as ExpressRouter } from "express";
import { pathOf } from "./request-state.ts";

/** A request whose path has matched a route. */
export interface Request extends IncomingMessage {
  readonly method: string;
  /** The path's parameters by name, decoded. */
  readonly params: Readonly<Record<string, string>>;
}

export type Response = ServerResponse;

export type Handler = (request: Request, response: Response) => unknown;

/** Called without an error if no route has the path and the method. */
type Done = (error?: unknown) => void;

/**
 * A layer of a router's stack. Express has no documented way to ask which methods a path has: its own answer to OPTIONS reads the stack, too. It
 * is read when the routes are mounted and for a request that no route has answered.
 */
interface Layer {
  readonly route?: { readonly methods: Readonly<Record<string, boolean>> } | undefined;
  match(path: string): boolean;
}

export type Router = ReturnType<typeof createRouter>;

/**
 * Routes by path, case-sensitive and strict. Each number of segments has an Express router of its own, so that a request is compared with
 * few patterns; a pattern can't match paths with different numbers of segments.
 */
export function createRouter() {
  const bySegments = new Map<number, ExpressRouter>();

  function routerFor(pattern: string): ExpressRouter {
    const known = bySegments.get(segmentsOf(pattern));
    if (known) return known;
    const router = ExpressRouter({ caseSensitive: true, strict: true });
    bySegments.set(segmentsOf(pattern), router);
    return router;
  }

  const add = (method: "all" | "get" | "post" | "put") => (pattern: string, handler: Handler) =>
    void routerFor(pattern)[method](pattern, handler);

  return {
    /** The patterns of all routes. */
    patterns: (): string[] => [...bySegments.values()].flatMap(({ stack }) => stack.flatMap(({ route }) => route?.path ?? [])),

    all: add("all"),
    get: add("get"),
    post: add("post"),
    put: add("put"),

    /** Runs the first route that matches. An error of its handler is passed to `done`. */
    handle(request: IncomingMessage, response: ServerResponse, done: Done): void {
      const router = bySegments.get(segmentsOf(pathOf(request)));
      if (router) router(request as Parameters<ExpressRouter>[0], response as Parameters<ExpressRouter>[1], done);
      else done();
    },

    /** The methods of a path that have a route of their own, in capital letters. */
    methodsAt(path: string): string[] {
      const layers: readonly unknown[] = bySegments.get(segmentsOf(path))?.stack ?? [];
      return layers
        .filter(isRoute)
        .filter((layer) => layer.match(path))
        .flatMap((layer) => Object.keys(layer.route?.methods ?? {}).map((method) => method.toUpperCase()))
        .filter((method) => method !== "_ALL");
    },
  };
}

/** The pattern of the route that a request has matched; undefined before. */
export function patternOf(request: IncomingMessage): string | undefined {
  const { route } = request as { route?: { readonly path?: unknown } };
  return typeof route?.path === "string" ? route.path : undefined;
}

function segmentsOf(path: string): number {
  let count = 0;
  for (let at = path.indexOf("/"); at !== -1; at = path.indexOf("/", at + 1)) count += 1;
  return count;
}

function isRoute(layer: unknown): layer is Layer {
  return typeof layer === "object" && layer !== null && "route" in layer && layer.route !== undefined;
}
