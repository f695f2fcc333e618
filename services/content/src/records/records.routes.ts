import { entityRoutes, METHODS, type Method, unknownFields } from "@colophon/api";
import { isAssetEntity } from "@colophon/config";
import { entityOf, parseFlags, type Engine, type Entity, parseNoQuery } from "@colophon/engine";
import { AppError, invalid } from "@colophon/model/errors";
import {
  identityOf,
  methodNotAllowed,
  readObject,
  searchOf,
  sendJson,
  serve,
  type Request,
  type Response,
  type Router,
  readJson,
} from "@colophon/runtime";
import { isMeta } from "@colophon/model";
import { readGlobal, saveGlobal } from "./globals.ts";
import { dependsHeader, readHeaders, sendAnswer } from "../http/answers.ts";
import { callOf, parameterOf } from "../http/request.ts";
import type { WriteHandler } from "../writes/write-handler.ts";
import { deleteTrashed, requireTrash } from "../trash/trash.operations.ts";
import type { Trash } from "../trash/trash.service.ts";
import { discardDraft } from "../drafts/publish.operations.ts";
import { recordIn, requireDrafts } from "../drafts/versioned.ts";
import type { Reads } from "../reads/reads.service.ts";
import { createRecord, deleteRecord, updateRecord } from "../writes/record.operations.ts";
import { duplicableOf, duplicateRecord } from "./duplicate.operation.ts";

const { collection, global, record } = entityRoutes;

export interface RecordRoutes {
  readonly engine: Engine;
  readonly reads: Reads;
  readonly handleWrite: WriteHandler;
  readonly trash: Trash;
}

/** `/api/:entity` and `/api/:entity/:id`: every entity, configured and built-in. Mounted last, as its paths match most. */
export function mountRecords(router: Router, { engine, reads, handleWrite, trash }: RecordRoutes): void {
  const { schema } = engine;
  const isGlobal = (name: string) => entityOf(schema, name).kind === "global";

  /** Whether a write is about the draft. @throws VALIDATION_ERROR for any other parameter, or if there are no drafts */
  function isDraft(search: string, name: string): boolean {
    const { draft } = parseFlags(search, ["draft"]);
    requireDrafts(schema, name, draft);
    return draft;
  }

  /** Whether a deletion is permanent. @throws VALIDATION_ERROR for any other parameter, or if every deletion is */
  function isPermanent(req: Request, name: string): boolean {
    const { permanent } = parseFlags(searchOf(req), ["draft", "permanent"]);
    requireTrash(schema, name, permanent);
    return permanent;
  }

  async function list(req: Request, res: Response): Promise<void> {
    const [call, name, search] = [callOf(engine, req), parameterOf(req, "entity"), searchOf(req)];
    if (isGlobal(name)) return sendAnswer(req, res, name, await readGlobal(reads, call, name, search));
    const { body, headers, depends } = await reads.list(call, name, search);
    sendJson(req, res, { body, headers: { ...headers, ...dependsHeader(depends), ...readHeaders(search) }, ...(headers && { etag: {} }) });
  }

  async function read(req: Request, res: Response): Promise<void> {
    const name = parameterOf(req, "entity");
    sendAnswer(req, res, name, await reads.one(callOf(engine, req), name, parameterOf(req, "id"), searchOf(req)));
  }

  const create = handleWrite(createRecord, async (req, name) => ({ body: await readObject(req), draft: isDraft(searchOf(req), name) }));
  async function bodyOf(req: Request, name: string, search = searchOf(req)) {
    const body = await readObject(req);
    const { draft, autosave } = parseFlags(search, ["draft", "autosave"]);
    requireDrafts(schema, name, draft);
    if (autosave && !draft) throw invalid([{ field: "autosave", message: "needs draft=true" }], "The query is not valid");
    const { credentialId } = identityOf(req);
    return { body, draft, ...(autosave && credentialId !== null && { autosave: credentialId }) };
  }
  const save = handleWrite(saveGlobal, async (req, name) => {
    const { id, search } = recordIn(schema, req);
    return { ...(await bodyOf(req, name, search)), id };
  });
  const update = handleWrite(updateRecord, async (req, name) => ({ ...(await bodyOf(req, name)), id: parameterOf(req, "id") }));
  const deleted = (req: Request, name: string) => ({ id: parameterOf(req, "id"), permanent: isPermanent(req, name) });
  const remove = handleWrite(deleteRecord, deleted);
  const removeTrashed = handleWrite(deleteTrashed, deleted);
  const discard = handleWrite(discardDraft, (req, name) => {
    const { id, search } = recordIn(schema, req);
    isDraft(search, name);
    return { id };
  });

  async function discardOfGlobal(req: Request, res: Response): Promise<void> {
    if (!asksFor("draft", req)) throw methodNotAllowed(methodsOf(entityOf(schema, parameterOf(req, "entity"))));
    return discard(req, res);
  }

  const methods = { ...collection.methods, ...global.methods };
  serve(router, { ...collection, methods }, { GET: list, POST: create, PUT: save, PATCH: save, DELETE: discardOfGlobal }, (req) =>
    methodsOf(entityOf(schema, parameterOf(req, "entity"))),
  );
  async function removeEither(req: Request, res: Response): Promise<void> {
    if (asksFor("draft", req)) return discard(req, res);
    const isTrashed = asksFor("permanent", req) && (await trash.has(parameterOf(req, "entity"), parameterOf(req, "id")));
    return isTrashed ? removeTrashed(req, res) : remove(req, res);
  }
  serve(router, record, { GET: read, PUT: update, PATCH: update, DELETE: removeEither }, (req) => {
    if (isGlobal(parameterOf(req, "entity"))) throw new AppError("NOT_FOUND"); // a global has no records with ids
  });
}

/** Whether a DELETE is for the draft only, or permanent. Other parameters are refused later. */
function asksFor(flag: "draft" | "permanent", req: Request): boolean {
  return new URLSearchParams(searchOf(req)).get(flag) === "true";
}

/** The methods of an entity's own path: assets are created by upload, a global is saved in place and only its draft can be deleted. */
function methodsOf({ kind, name, versions }: Entity): readonly Method[] {
  const { methods } = kind === "global" ? global : collection;
  const isLeftOut = (method: Method) => (method === "POST" && isAssetEntity(name)) || (method === "DELETE" && !versions);
  return METHODS.filter((method) => method in methods && !isLeftOut(method));
}

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
