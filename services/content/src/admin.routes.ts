import { parseNoQuery, type Schema } from "@colophon/engine";
import { AppError } from "@colophon/errors";
import { actorOf, route, searchOf, sendJson } from "@colophon/runtime";
import type { Router } from "express";
import { adminConfigFor } from "./admin-config.ts";

/** `GET /api/admin/config`, for anybody who is signed in, and for API keys. */
export function mountAdmin(router: Router, { schema }: { schema: Schema }): void {
  route(router, "/api/admin/config", {
    GET: (req, res) => {
      const actor = actorOf(req);
      if (actor.kind === "anonymous") throw new AppError("UNAUTHORIZED");
      parseNoQuery(searchOf(req));
      sendJson(req, res, { body: JSON.stringify({ data: adminConfigFor(schema, actor) }), etag: {} });
    },
  });
}
