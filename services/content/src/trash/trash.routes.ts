import { entityRoutes } from "@colophon/api";
import { parseNoQuery, trashEntity, type Engine } from "@colophon/engine";
import { searchOf, serve, type Router } from "@colophon/runtime";
import { parameterOf } from "../http/request.ts";
import type { WriteHandler } from "../writes/write-handler.ts";
import { restoreTrashed } from "./trash.operations.ts";

/** `POST /api/:entity/:id/restore` of entities with a trash. */
export function mountTrash(router: Router, { engine, handleWrite }: { engine: Engine; handleWrite: WriteHandler }): void {
  const restore = handleWrite(restoreTrashed, (req) => {
    parseNoQuery(searchOf(req));
    return { id: parameterOf(req, "id") };
  });

  serve(router, entityRoutes.restore, { POST: restore }, (req) => void trashEntity(engine.schema, parameterOf(req, "entity")));
}
