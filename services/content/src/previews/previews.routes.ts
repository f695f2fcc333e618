import { versionRoutes } from "@colophon/api";
import type { Engine } from "@colophon/engine";
import { sendJson, serve, type Request, type Response, type Router } from "@colophon/runtime";
import { callOf, parameterOf } from "../http/request.ts";
import { keyIn, KINDS, requireVersionedPath } from "../drafts/versioned.ts";
import { PREVIEW_HEADERS } from "../http/preview-parameter.ts";
import type { Previews } from "./previews.service.ts";

/** `…/preview` of records and globals with versions: links that show the draft. */
export function mountPreviews(router: Router, { engine, previews }: { engine: Engine; previews: Previews }): void {
  const { schema } = engine;
  async function create(req: Request, res: Response): Promise<void> {
    const [call, name] = [callOf(engine, req), parameterOf(req, "entity")];
    sendJson(req, res, { status: 201, body: await previews.create(call, name, keyIn(schema, req)), headers: PREVIEW_HEADERS });
  }

  async function endAll(req: Request, res: Response): Promise<void> {
    const [call, name] = [callOf(engine, req), parameterOf(req, "entity")];
    call.engine.require(name, "update");
    sendJson(req, res, { body: await previews.endAll(call, name, keyIn(schema, req)) });
  }

  for (const kind of KINDS) {
    serve(router, versionRoutes.preview[kind], { POST: create, DELETE: endAll }, requireVersionedPath(schema, kind));
  }
}
