import { parseNoQuery, requireOperation, type Schema } from "@colophon/engine";
import { readObject, route, searchOf } from "@colophon/runtime";
import type { Request, Response, Router } from "express";
import type { Idempotency } from "./idempotency.ts";
import { callOf, idempotentOf, parameterOf } from "./request.ts";
import { sendAnswer } from "./send-answer.ts";
import { localeIn, requireTranslatable, type Translations } from "./translate.service.ts";
import type { WriteFrame } from "./write-frame.ts";
import { idOf } from "./writes.service.ts";

export interface TranslateRoutes {
  readonly schema: Schema;
  readonly translations: Translations;
  readonly idempotency: Idempotency;
  readonly frame: WriteFrame;
}

/** `POST /api/:entity/:id/translate` of entities with languages. */
export function mountTranslate(router: Router, { schema, translations, idempotency, frame }: TranslateRoutes): void {
  async function translate(req: Request, res: Response): Promise<void> {
    const [call, name] = [callOf(req), parameterOf(req, "entity")];
    requireOperation(schema, call.actor, name, "create");
    requireOperation(schema, call.actor, name, "read");
    const body = await readObject(req);
    parseNoQuery(searchOf(req));
    const locale = localeIn(schema, body);
    const work = () => translations.translate(call, name, idOf(parameterOf(req, "id")), locale);
    sendAnswer(req, res, name, await idempotency.once(call, name, idempotentOf(req, body), work, frame.unitFor(call, name, "create")));
  }

  route(router, "/api/:entity/:id/translate", { POST: translate }, (req) => void requireTranslatable(schema, parameterOf(req, "entity")));
}
