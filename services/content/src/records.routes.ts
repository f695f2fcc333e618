import { entityOf, parseFlags, requireOperation, type Entity, type Schema } from "@colophon/engine";
import { AppError } from "@colophon/errors";
import { expectedVersionOf, readObject, route, searchOf, sendJson, type Method } from "@colophon/runtime";
import type { Request, Response, Router } from "express";
import type { Globals } from "./globals.service.ts";
import type { Idempotency } from "./idempotency.ts";
import type { Publishing } from "./publishing.service.ts";
import type { Reads } from "./reads.service.ts";
import { callOf, idempotentOf, parameterOf } from "./request.ts";
import { cacheOf, sendAnswer } from "./send-answer.ts";
import { requireDrafts } from "./versioned.ts";
import type { WriteFrame } from "./write-frame.ts";
import { idOf, type Writes } from "./writes.service.ts";

export interface RecordRoutes {
  readonly schema: Schema;
  readonly reads: Reads;
  readonly writes: Writes;
  readonly globals: Globals;
  readonly publishing: Publishing;
  readonly idempotency: Idempotency;
  readonly frame: WriteFrame;
}

const ASSETS: ReadonlySet<string> = new Set(["_image", "_video", "_file"]);

/** `/api/:entity` and `/api/:entity/:id`: every entity, configured and built-in. Mounted last, as its paths match most. */
export function mountRecords(router: Router, { schema, reads, writes, globals, publishing, idempotency, frame }: RecordRoutes): void {
  const isGlobal = (name: string) => entityOf(schema, name).kind === "global";

  /** Whether a write is about the draft. @throws VALIDATION_ERROR for any other parameter, or where there are no drafts */
  function isDraft(req: Request, name: string): boolean {
    const { draft } = parseFlags(searchOf(req), ["draft"]);
    requireDrafts(schema, name, draft);
    return draft;
  }

  async function list(req: Request, res: Response): Promise<void> {
    const name = parameterOf(req, "entity");
    if (isGlobal(name)) return sendAnswer(req, res, name, await globals.one(callOf(req), name, searchOf(req)));
    sendJson(req, res, { body: await reads.list(callOf(req), name, searchOf(req)), ...cacheOf(name) });
  }

  async function create(req: Request, res: Response): Promise<void> {
    const [call, name] = [callOf(req), parameterOf(req, "entity")];
    requireOperation(schema, call.actor, name, "create");
    const body = await readObject(req);
    const draft = isDraft(req, name);
    const work = () => writes.create(call, name, body, { draft });
    sendAnswer(req, res, name, await idempotency.once(call, name, idempotentOf(req, body), work, frame.unitFor(call, name, "create")));
  }

  async function saveGlobal(req: Request, res: Response): Promise<void> {
    const [call, name] = [callOf(req), parameterOf(req, "entity")];
    requireOperation(schema, call.actor, name, "update");
    const body = await readObject(req);
    const draft = isDraft(req, name);
    sendAnswer(req, res, name, await globals.update(call, name, body, { expectedVersion: expectedVersionOf(req), draft }));
  }

  async function one(req: Request, res: Response): Promise<void> {
    const name = parameterOf(req, "entity");
    sendAnswer(req, res, name, await reads.one(callOf(req), name, parameterOf(req, "id"), searchOf(req)));
  }

  async function update(req: Request, res: Response): Promise<void> {
    const [call, name] = [callOf(req), parameterOf(req, "entity")];
    requireOperation(schema, call.actor, name, "update");
    const body = await readObject(req);
    const options = { draft: isDraft(req, name), expectedVersion: expectedVersionOf(req) };
    sendAnswer(req, res, name, await writes.update(call, name, parameterOf(req, "id"), body, options));
  }

  async function remove(req: Request, res: Response): Promise<void> {
    const [call, name] = [callOf(req), parameterOf(req, "entity")];
    if (asksForDraft(req)) return discard(req, res);
    requireOperation(schema, call.actor, name, "delete");
    parseFlags(searchOf(req), ["draft"]);
    sendAnswer(req, res, name, await writes.remove(call, name, parameterOf(req, "id"), { expectedVersion: expectedVersionOf(req) }));
  }

  async function discard(req: Request, res: Response): Promise<void> {
    const [call, name] = [callOf(req), parameterOf(req, "entity")];
    requireOperation(schema, call.actor, name, "update");
    isDraft(req, name);
    const id = isGlobal(name) ? null : idOf(parameterOf(req, "id"));
    sendAnswer(req, res, name, await publishing.discard(call, name, id, { expectedVersion: expectedVersionOf(req) }));
  }

  route(router, "/api/:entity", { GET: list, POST: create, PUT: saveGlobal, DELETE: discard }, (req) =>
    methodsOf(entityOf(schema, parameterOf(req, "entity")), req),
  );
  route(router, "/api/:entity/:id", { GET: one, PUT: update, DELETE: remove }, (req) => {
    if (isGlobal(parameterOf(req, "entity"))) throw new AppError("NOT_FOUND"); // a global has no records to name
  });
}

/** Whether a DELETE means the draft alone. Anything else in the query is refused later, whichever it means. */
function asksForDraft(req: Request): boolean {
  return new URLSearchParams(searchOf(req)).get("draft") === "true";
}

/** What the path of an entity itself takes: assets come into being by upload, a global is saved in place. */
function methodsOf({ kind, name, versions }: Entity, req: Request): readonly Method[] {
  if (kind === "global") return versions && asksForDraft(req) ? ["GET", "PUT", "DELETE"] : ["GET", "PUT"];
  return ASSETS.has(name) ? ["GET"] : ["GET", "POST"];
}
