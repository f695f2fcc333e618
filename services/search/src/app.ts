/** The search service as an HTTP handler: one route over one service. */
import type { RequestListener } from "node:http";
import {
  createApp,
  type AppOptions,
  type Log,
  type Metrics,
  type Verifier,
  principalOf,
  searchOf,
  sendJson,
  serve,
  type Router,
} from "@colophon/runtime";
import { routes } from "@colophon/api";
import { parseSearch } from "@colophon/engine";
import type { Search } from "./search.service.ts";

export interface SearchAppOptions {
  readonly log: Log;
  readonly verifier: Verifier;
  readonly search: Search;
  readonly metrics?: Metrics;
  readonly actFor?: AppOptions["actFor"];
}

/** The app with its route. */
export function createSearchApp({ log, verifier, search, metrics, actFor }: SearchAppOptions): RequestListener {
  return createApp({
    name: "search",
    log,
    verifier,
    ...(metrics && { metrics }),
    ...(actFor && { actFor }),
    routes: (router) => mountSearch(router, search),
  });
}

/** Mounts `GET /api/search`. */
export function mountSearch(router: Router, search: Search): void {
  serve(router, routes.search, {
    GET: async (req, res) => {
      sendJson(req, res, { body: await search.find(principalOf(req), parseSearch(searchOf(req))) });
    },
  });
}
