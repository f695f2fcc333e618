import { entityOf, parseNoQuery, requireOperation, type Entity, type Schema } from "@colophon/engine";
import { AppError } from "@colophon/errors";
import { expectedVersionOf, readObject, route, searchOf, sendJson, type Method } from "@colophon/runtime";
import type { Request, Response, Router } from "express";
import type { Answer } from "./answers.ts";
import type { Globals } from "./globals.service.ts";
import type { Idempotency } from "./idempotency.ts";
import type { Reads } from "./reads.service.ts";
import { callOf, parameterOf } from "./request.ts";
import type { WriteFrame } from "./write-frame.ts";
import type { Writes } from "./writes.service.ts";

export interface RecordRoutes {
  readonly schema: Schema;
  readonly reads: Reads;
  readonly writes: Writes;
  readonly globals: Globals;
  readonly idempotency: Idempotency;
  readonly frame: WriteFrame;
}

const ASSETS: ReadonlySet<string> = new Set(["_image", "_video", "_file"]);

/** `/api/:entity` and `/api/:entity/:id`: every entity, configured and built-in. Mounted last, as its paths match most. */
export function mountRecords(router: Router, { schema, reads, writes, globals, idempotency, frame }: RecordRoutes): void {
  const isGlobal = (name: string) => entityOf(schema, name).kind === "global";

  async function list(req: Request, res: Response): Promise<void> {
    const name = parameterOf(req, "entity");
    if (isGlobal(name)) return send(req, res, name, await globals.one(callOf(req), name, searchOf(req)));
    sendJson(req, res, { body: await reads.list(callOf(req), name, searchOf(req)), ...cacheOf(name) });
  }

  async function create(req: Request, res: Response): Promise<void> {
    const [call, name] = [callOf(req), parameterOf(req, "entity")];
    requireOperation(schema, call.actor, name, "create");
    const body = await readObject(req);
    parseNoQuery(searchOf(req));
    const request = { key: req.headers["idempotency-key"]?.toString(), method: req.method, path: req.path, search: searchOf(req), body };
    const work = () => writes.create(call, name, body);
    send(req, res, name, await idempotency.once(call, name, request, work, frame.unitFor(call, name, "create")));
  }

  async function saveGlobal(req: Request, res: Response): Promise<void> {
    const [call, name] = [callOf(req), parameterOf(req, "entity")];
    requireOperation(schema, call.actor, name, "update");
    const body = await readObject(req);
    parseNoQuery(searchOf(req));
    send(req, res, name, await globals.update(call, name, body, { expectedVersion: expectedVersionOf(req) }));
  }

  async function one(req: Request, res: Response): Promise<void> {
    const name = parameterOf(req, "entity");
    send(req, res, name, await reads.one(callOf(req), name, parameterOf(req, "id"), searchOf(req)));
  }

  async function update(req: Request, res: Response): Promise<void> {
    const [call, name] = [callOf(req), parameterOf(req, "entity")];
    requireOperation(schema, call.actor, name, "update");
    const body = await readObject(req);
    parseNoQuery(searchOf(req));
    send(req, res, name, await writes.update(call, name, parameterOf(req, "id"), body, { expectedVersion: expectedVersionOf(req) }));
  }

  async function remove(req: Request, res: Response): Promise<void> {
    const [call, name] = [callOf(req), parameterOf(req, "entity")];
    requireOperation(schema, call.actor, name, "delete");
    parseNoQuery(searchOf(req));
    send(req, res, name, await writes.remove(call, name, parameterOf(req, "id"), { expectedVersion: expectedVersionOf(req) }));
  }

  route(router, "/api/:entity", { GET: list, POST: create, PUT: saveGlobal }, (req) =>
    methodsOf(entityOf(schema, parameterOf(req, "entity"))),
  );
  route(router, "/api/:entity/:id", { GET: one, PUT: update, DELETE: remove }, (req) => {
    if (isGlobal(parameterOf(req, "entity"))) throw new AppError("NOT_FOUND"); // a global has no records to name
  });
}

/** What the path of an entity itself takes: assets come into being by upload, a global is saved in place. */
function methodsOf({ kind, name }: Entity): readonly Method[] {
  if (kind === "global") return ["GET", "PUT"];
  return ASSETS.has(name) ? ["GET"] : ["GET", "POST"];
}

function send(req: Request, res: Response, name: string, { status, body, version }: Answer): void {
  sendJson(req, res, { status, body, ...(version !== null && { etag: { version } }), ...cacheOf(name) });
}

/** What is said about users is kept nowhere. */
function cacheOf(name: string): { cache?: "no-store" } {
  return name === "_user" ? { cache: "no-store" } : {};
}
