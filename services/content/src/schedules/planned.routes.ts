import { routes } from "@colophon/api";
import type { Engine } from "@colophon/engine";
import { searchOf, sendJson, serve, type Router } from "@colophon/runtime";
import { callOf } from "../http/request.ts";
import type { Planned } from "./planned.service.ts";

/** `GET /api/_schedules`: scheduled publications and unpublications of all entities. */
export function mountPlanned(router: Router, { engine, planned }: { engine: Engine; planned: Planned }): void {
  serve(router, routes.schedules, {
    GET: async (req, res) => sendJson(req, res, { body: await planned.list(callOf(engine, req), searchOf(req)), etag: {} }),
  });
}
