import { historyRoutes, routes } from "@colophon/api";
import { entityOf, type Engine, type Schema } from "@colophon/engine";
import { AppError } from "@colophon/model/errors";
import { searchOf, sendJson, serve, type Request, type Response, type Router } from "@colophon/runtime";
import { callOf, pageOf, parameterOf } from "../http/request.ts";
import { KINDS, recordIn } from "../drafts/versioned.ts";
import type { Audit } from "./audit.service.ts";

interface AuditRoutes {
  readonly engine: Engine;
  readonly audit: Audit;
}

/** @throws NOT_FOUND for a site without the log */
function requireLog({ config }: Schema): void {
  if (!config.audit) throw new AppError("NOT_FOUND");
}

/** `GET /api/_audit`, for admins. */
export function mountAudit(router: Router, { engine, audit }: AuditRoutes): void {
  serve(router, routes.audit, {
    GET: async (req, res) => {
      requireLog(engine.schema);
      sendJson(req, res, { body: await audit.list(callOf(engine, req), searchOf(req)) });
    },
  });
}

/** The log of each record, and of each global. */
export function mountRecordLog(router: Router, { engine, audit }: AuditRoutes): void {
  const { schema } = engine;

  async function history(req: Request, res: Response): Promise<void> {
    const [call, name] = [callOf(engine, req), parameterOf(req, "entity")];
    call.engine.require(name, "update");
    const { id, search } = recordIn(schema, req);
    sendJson(req, res, { body: await audit.history(call, name, id, pageOf(search)), etag: {} });
  }

  for (const kind of KINDS)
    serve(router, historyRoutes[kind], { GET: history }, (req) => {
      requireLog(schema);
      if (entityOf(schema, parameterOf(req, "entity")).kind !== kind) throw new AppError("NOT_FOUND");
    });
}
