import { parseSearch } from "@colophon/engine";
import { actorOf, route, searchOf, sendJson } from "@colophon/runtime";
import type { Router } from "express";
import type { Search } from "./search.service.ts";

/** Mounts `GET /api/search`. */
export function mountSearch(router: Router, search: Search): void {
  route(router, "/api/search", {
    GET: async (req, res) => {
      sendJson(req, res, { body: await search.find(actorOf(req), parseSearch(searchOf(req))) });
    },
  });
}
