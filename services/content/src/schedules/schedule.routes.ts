import { scheduleRequest, versionRoutes } from "@colophon/api";
import type { Engine } from "@colophon/engine";
import { readObject, sendJson, serve, type Request, type Response, type Router } from "@colophon/runtime";
import { formIn } from "../http/form.ts";
import { callOf, parameterOf } from "../http/request.ts";
import { keyIn, KINDS, requireVersionedPath } from "../versions/versioned.ts";
import type { Schedules } from "./schedules.service.ts";

/** `…/schedule` of records and globals with versions: when to publish or unpublish them. */
export function mountSchedules(router: Router, { engine, schedules }: { engine: Engine; schedules: Schedules }): void {
  const { schema } = engine;
  function scheduleIn(req: Request) {
    const [call, name] = [callOf(engine, req), parameterOf(req, "entity")];
    call.engine.require(name, "update");
    return { call, name };
  }

  async function one(req: Request, res: Response): Promise<void> {
    const { call, name } = scheduleIn(req);
    sendJson(req, res, { body: await schedules.one(call, name, keyIn(schema, req)) });
  }

  async function set(req: Request, res: Response): Promise<void> {
    const { call, name } = scheduleIn(req);
    const body = await readObject(req);
    const id = keyIn(schema, req);
    sendJson(req, res, { body: await schedules.set(call, name, id, formIn(scheduleRequest, body)) });
  }

  async function cancel(req: Request, res: Response): Promise<void> {
    const { call, name } = scheduleIn(req);
    sendJson(req, res, { body: await schedules.cancel(call, name, keyIn(schema, req)) });
  }

  for (const kind of KINDS) {
    serve(router, versionRoutes.schedule[kind], { GET: one, POST: set, DELETE: cancel }, requireVersionedPath(schema, kind));
  }
}
