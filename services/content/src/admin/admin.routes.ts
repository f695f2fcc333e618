import { routes } from "@colophon/api";
import { parseNoQuery, type Schema } from "@colophon/engine";
import { searchOf, sendJson, serve } from "@colophon/runtime";
import type { Router } from "express";
import { createRoleTexts } from "../http/role-texts.ts";
import { adminConfigFor } from "./admin-config.ts";

/** `GET /api/admin/config`, for anybody who is signed in, and for API keys. */
export function mountAdmin(router: Router, { schema }: { schema: Schema }): void {
  const answerFor = createRoleTexts(schema, (role) => ({ data: adminConfigFor(schema, role) }));

  serve(router, routes.adminConfig, {
    GET: (req, res) => {
      parseNoQuery(searchOf(req));
      sendJson(req, res, answerFor(req));
    },
  });
}
