import { routes } from "@colophon/api";
import { parseNoQuery, type Engine } from "@colophon/engine";
import { searchOf, sendJson, serve, type Log } from "@colophon/runtime";
import type { Router } from "express";
import { callOf } from "../http/request.ts";
import { createRoleTexts, roleAnswer } from "../http/role-texts.ts";
import { adminConfigFor } from "./admin-config.ts";
import { sidebarOf } from "./sidebar.ts";

/** `GET /api/admin/config`, for anybody who is signed in, and for API keys. */
export function mountAdmin(router: Router, { engine, log }: { engine: Engine; log: Log }): void {
  const { schema } = engine;
  const answerFor = createRoleTexts(schema, (role) => ({ data: adminConfigFor(schema, role) }));

  serve(router, routes.adminConfig, {
    GET: async (req, res) => {
      parseNoQuery(searchOf(req));
      const call = callOf(engine, req);
      const sidebar = await sidebarOf({ schema, log }, call);
      if (sidebar === null) return sendJson(req, res, answerFor(req));
      const config = adminConfigFor(schema, call.role);
      sendJson(req, res, roleAnswer({ data: { ...config, admin: { ...config.admin, sidebar } } }));
    },
  });
}
