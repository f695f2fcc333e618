import { entityRoutes } from "@colophon/api";
import { entityOf, type Engine } from "@colophon/engine";
import { AppError } from "@colophon/model/errors";
import { searchOf, sendJson, serve, type Request, type Response, type Router } from "@colophon/runtime";
import { callOf, parameterOf } from "../http/request.ts";
import type { Usages } from "./usages.service.ts";

/** `GET /api/:entity/:id/usages`: the references to the record. */
export function mountUsages(router: Router, { engine, usages }: { engine: Engine; usages: Usages }): void {
  async function list(req: Request, res: Response): Promise<void> {
    const [name, id] = [parameterOf(req, "entity"), parameterOf(req, "id")];
    sendJson(req, res, { body: await usages.list(callOf(engine, req), name, id, searchOf(req)), etag: {} });
  }

  serve(router, entityRoutes.usages, { GET: list }, (req) => {
    if (entityOf(engine.schema, parameterOf(req, "entity")).kind === "global") throw new AppError("NOT_FOUND");
  });
}
