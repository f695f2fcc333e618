import { parseNoQuery, requireOperation, type Schema } from "@colophon/engine";
import { readObject, route, searchOf, sendJson } from "@colophon/runtime";
import type { Request, Response, Router } from "express";
import { callOf, parameterOf } from "./request.ts";
import { planIn, type Schedules } from "./schedules.service.ts";
import { RECORD_PATHS, recordIdOf, requireVersionedPath } from "./versioned-paths.ts";

/** `…/schedule` of records and globals with versions: the plan to publish or unpublish them later. */
export function mountSchedules(router: Router, { schema, schedules }: { schema: Schema; schedules: Schedules }): void {
  function askedOf(req: Request) {
    const [call, name] = [callOf(req), parameterOf(req, "entity")];
    requireOperation(schema, call.actor, name, "update");
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
    sendJson(req, res, { body: await schedules.set(call, name, recordIdOf(req), planIn(body)) });
  }

  async function cancel(req: Request, res: Response): Promise<void> {
    const { call, name } = askedOf(req);
    parseNoQuery(searchOf(req));
    sendJson(req, res, { body: await schedules.cancel(call, name, recordIdOf(req)) });
  }

  for (const { base, kind } of RECORD_PATHS) {
    route(router, `${base}/schedule`, { GET: one, POST: set, DELETE: cancel }, requireVersionedPath(schema, kind));
  }
}
