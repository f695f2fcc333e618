import { entityRoutes, translateRequest } from "@colophon/api";
import { parseNoQuery, type Engine } from "@colophon/engine";
import { readObject, searchOf, serve, type Router } from "@colophon/runtime";
import { formIn, parameterOf } from "../http/request.ts";
import type { WriteHandler } from "../writes/write-handler.ts";
import { requireTranslatable, translateRecord } from "./translate.operation.ts";

/** `POST /api/:entity/:id/translate` of translatable entities. */
export function mountTranslate(router: Router, { engine, handleWrite }: { engine: Engine; handleWrite: WriteHandler }): void {
  const { schema } = engine;
  const shape = translateRequest(schema.config.locales);
  const translate = handleWrite(translateRecord, async (req) => {
    const body = await readObject(req);
    parseNoQuery(searchOf(req));
    return { body, ...formIn(shape, body), sourceId: parameterOf(req, "id") };
  });

  serve(router, entityRoutes.translate, { POST: translate }, (req) => void requireTranslatable(schema, parameterOf(req, "entity")));
}
