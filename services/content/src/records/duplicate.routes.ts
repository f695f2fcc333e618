import { entityRoutes, unknownFields } from "@colophon/api";
import { parseNoQuery, type Engine } from "@colophon/engine";
import { invalid } from "@colophon/model/errors";
import { isMeta } from "@colophon/model";
import { readJson, searchOf, serve, type Request, type Router } from "@colophon/runtime";
import { parameterOf } from "../http/request.ts";
import type { WriteHandler } from "../writes/write-handler.ts";
import { duplicableOf, duplicateRecord } from "./duplicate.operation.ts";

/** `POST /api/:entity/:id/duplicate`. */
export function mountDuplicate(router: Router, { engine, handleWrite }: { engine: Engine; handleWrite: WriteHandler }): void {
  const duplicate = handleWrite(duplicateRecord, async (req) => {
    requireNothing(await readJson(req));
    parseNoQuery(searchOf(req));
    return { sourceId: parameterOf(req, "id") };
  });

  serve(router, entityRoutes.duplicate, { POST: duplicate }, (req: Request) => {
    duplicableOf(engine.schema, parameterOf(req, "entity"));
  });
}

/** @throws VALIDATION_ERROR for a body with any member: a copy is made as a whole, and changed afterwards */
function requireNothing(body: unknown): void {
  if (body === undefined) return;
  if (typeof body !== "object" || body === null || Array.isArray(body)) throw invalid([], "The body must be empty, or an empty object");
  const unknown = Object.keys(body).filter((key) => !isMeta(key));
  if (unknown.length > 0) throw invalid(unknownFields(unknown), "Some fields are not valid");
}
