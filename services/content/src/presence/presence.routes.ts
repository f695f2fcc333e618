import { presenceRequest } from "@colophon/api";
import { entityOf, parseNoQuery, type Engine } from "@colophon/engine";
import { AppError } from "@colophon/model/errors";
import { principalOf, readOptionalObject, route, searchOf, sendJson, sessionOf, type Router } from "@colophon/runtime";
import { formIn, callOf, parameterOf } from "../http/request.ts";
import type { PresenceService } from "./presence.service.ts";

/** `POST /api/:entity/:id/presence`: the caller has the record open; sent every 20 s. */
export function mountPresence(router: Router, { engine, presence }: { engine: Engine; presence: PresenceService }): void {
  route(
    router,
    "/api/:entity/:id/presence",
    {
      POST: async (req, res) => {
        const session = sessionOf(req);
        if (session === null) throw new AppError(principalOf(req).kind === "anonymous" ? "UNAUTHORIZED" : "FORBIDDEN");
        const [call, entity, id] = [callOf(engine, req), parameterOf(req, "entity"), parameterOf(req, "id")];
        call.engine.require(entity, "read");
        const { editing } = formIn(presenceRequest, await readOptionalObject(req));
        parseNoQuery(searchOf(req));
        sendJson(req, res, { body: JSON.stringify({ data: await presence.note(call, session, { entity, id, editing }) }) });
      },
    },
    (req) => {
      if (entityOf(engine.schema, parameterOf(req, "entity")).kind === "global") throw new AppError("NOT_FOUND");
    },
  );
}
