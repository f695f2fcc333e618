import { scheduleRequest, versionRoutes, routes } from "@colophon/api";
import type { Engine } from "@colophon/engine";
import { readObject, sendJson, serve, type Request, type Response, type Router, searchOf } from "@colophon/runtime";
import { formIn, callOf, parameterOf } from "../http/request.ts";
import { keyIn, KINDS, requireVersionedPath } from "../drafts/versioned.ts";
import type { Schedules, ScheduleList } from "./schedules.service.ts";

/** `…/schedule` of records and globals with versions: when to publish or unpublish them. */
export function mountSchedules(router: Router, { engine, schedules }: { engine: Engine; schedules: Schedules }): void {
  const { schema } = engine;
  function scheduleIn(req: Request) {
    const [call, name] = [callOf(engine, req), parameterOf(req, "entity")];
    call.engine.require(name, "update");
    return { call, name };
  }

  async function readSchedule(req: Request, res: Response): Promise<void> {
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
    serve(router, versionRoutes.schedule[kind], { GET: readSchedule, POST: set, DELETE: cancel }, requireVersionedPath(schema, kind));
  }
}

/** `GET /api/_schedules`: scheduled publications and unpublications of all entities. */
export function mountScheduleList(router: Router, { engine, scheduleList }: { engine: Engine; scheduleList: ScheduleList }): void {
  serve(router, routes.schedules, {
    GET: async (req, res) => sendJson(req, res, { body: await scheduleList.list(callOf(engine, req), searchOf(req)), etag: {} }),
  });
}
