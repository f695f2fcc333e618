import { routes } from "@colophon/api";
import { parseSearch } from "@colophon/engine";
import { actorOf, searchOf, sendJson, serve, type Router } from "@colophon/runtime";
import type { Search } from "./search.service.ts";

/** Mounts `GET /api/search`. */
export function mountSearch(router: Router, search: Search): void {
  serve(router, routes.search, {
    GET: async (req, res) => {
      sendJson(req, res, { body: await search.find(actorOf(req), parseSearch(searchOf(req))) });
    },
  });
}
