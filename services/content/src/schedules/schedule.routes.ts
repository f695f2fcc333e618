import { scheduleRequest, versionRoutes } from "@colophon/api";
import { parseNoQuery, type Engine } from "@colophon/engine";
import { readObject, searchOf, sendJson, serve } from "@colophon/runtime";
import type { Request, Response, Router } from "express";
import { formIn } from "../http/form.ts";
import { callOf, parameterOf } from "../http/request.ts";
import { KINDS, recordIdOf, requireVersionedPath } from "../versions/versioned.ts";
import type { Schedules } from "./schedules.service.ts";

/** `…/schedule` of records and globals with versions: when to publish or unpublish them. */
export function mountSchedules(router: Router, { engine, schedules }: { engine: Engine; schedules: Schedules }): void {
  const { schema } = engine;
  function askedOf(req: Request) {
    const [call, name] = [callOf(engine, req), parameterOf(req, "entity")];
    call.engine.require(name, "update");
    return { call, name };
  }

  async function one(req: Request, res: Response): Promise<void> {
    const { call, name } = askedOf(req);
    parseNoQuery(searchOf(req));
    sendJson(req, res, { body: await schedules.one(call, name, recordIdOf(req)) });
  }

  async function set(req: Request, res: Response): Promise<void> {
    const { call, name } = askedOf(req);
    const body = await readObject(req);
    parseNoQuery(searchOf(req));
    sendJson(req, res, { body: await schedules.set(call, name, recordIdOf(req), formIn(scheduleRequest, body)) });
  }

  async function cancel(req: Request, res: Response): Promise<void> {
    const { call, name } = askedOf(req);
    parseNoQuery(searchOf(req));
    sendJson(req, res, { body: await schedules.cancel(call, name, recordIdOf(req)) });
  }

  for (const kind of KINDS) {
    serve(router, versionRoutes.schedule[kind], { GET: one, POST: set, DELETE: cancel }, requireVersionedPath(schema, kind));
  }
}
