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

/** The routers of the paths with one number of segments: `methods` only collects the methods of the patterns that match. */
interface Routes {
  readonly answers: ExpressRouter;
  readonly methods: ExpressRouter;
}

/** The methods of a request's path, while they are collected. */
const found = new WeakMap<IncomingMessage, Set<string>>();

export type Router = ReturnType<typeof createRouter>;

/**
 * Routes by path, case-sensitive and strict. Each number of segments has an Express router of its own, so that a request is compared with
 * few patterns; a pattern can't match paths with different numbers of segments.
 */
export function createRouter() {
  const bySegments = new Map<number, Routes>();
  const methodsByPattern = new Map<string, Set<string>>();

  function routesFor(pattern: string): Routes {
    const known = bySegments.get(segmentsOf(pattern));
    if (known) return known;
    const options = { caseSensitive: true, strict: true };
    const routes = { answers: ExpressRouter(options), methods: ExpressRouter(options) };
    bySegments.set(segmentsOf(pattern), routes);
    return routes;
  }

  function methodsOf(pattern: string): Set<string> {
    const known = methodsByPattern.get(pattern);
    if (known) return known;
    const own = new Set<string>();
    methodsByPattern.set(pattern, own);
    routesFor(pattern).methods.all(pattern, (request, _, next) => {
      for (const method of own) found.get(request)?.add(method);
      next();
    });
    return own;
  }

  const add = (method: "all" | "get" | "post" | "put") => (pattern: string, handler: Handler) => {
    const own = methodsOf(pattern);
    if (method !== "all") own.add(method.toUpperCase());
    routesFor(pattern).answers[method](pattern, handler);
  };

  return {
    /** The patterns of all routes. */
    patterns: (): string[] => [...methodsByPattern.keys()],

    all: add("all"),
    get: add("get"),
    post: add("post"),
    put: add("put"),

    /** Runs the first route that matches. An error of its handler is passed to `done`. */
    handle(request: IncomingMessage, response: ServerResponse, done: Done): void {
      const routes = bySegments.get(segmentsOf(pathOf(request)));
      if (routes) routes.answers(request as Parameters<ExpressRouter>[0], response as Parameters<ExpressRouter>[1], done);
      else done();
    },

    /** Calls `done` with the methods that have a route of their own at the request's path, in capital letters. */
    findMethods(request: IncomingMessage, response: ServerResponse, done: (methods: readonly string[]) => void): void {
      const routes = bySegments.get(segmentsOf(pathOf(request)));
      if (!routes) return done([]);
      const methods = new Set<string>();
      found.set(request, methods);
      routes.methods(request as Parameters<ExpressRouter>[0], response as Parameters<ExpressRouter>[1], () => done([...methods]));
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
