import { versionRoutes } from "@colophon/api";
import { parseFlags, parseNoQuery, type Engine } from "@colophon/engine";
import { searchOf, sendJson, serve } from "@colophon/runtime";
import type { Request, Response, Router } from "express";
import { callOf, pageOf, parameterOf, queryOf } from "../http/request.ts";
import type { WriteHandler } from "../http/write-handler.ts";
import type { History } from "./history.service.ts";
import { publish, unpublish } from "./publish.operations.ts";
import { restoreVersion } from "./restore.operation.ts";
import { KINDS, recordIdOf, requireVersionedPath } from "./versioned.ts";

export interface VersionRoutes {
  readonly engine: Engine;
  readonly history: History;
  readonly handleWrite: WriteHandler;
}

/** What only entities with versions have, below a record's path, and for globals below the global's own. */
export function mountVersions(router: Router, { engine, history, handleWrite }: VersionRoutes): void {
  function readerOf(req: Request) {
    const [call, name] = [callOf(engine, req), parameterOf(req, "entity")];
    call.engine.require(name, "update");
    return { call, name, id: recordIdOf(req) };
  }

  async function list(req: Request, res: Response): Promise<void> {
    const { call, name, id } = readerOf(req);
    sendJson(req, res, { body: await history.list(call, name, id, pageOf(searchOf(req))), etag: {} });
  }

  async function one(req: Request, res: Response): Promise<void> {
    const { call, ...record } = readerOf(req);
    const { diff } = queryOf(searchOf(req), ["diff"]);
    const version = { ...record, versionId: parameterOf(req, "versionId") };
    const body = diff === undefined ? history.one(call, version) : history.diff(call, version, diff);
    sendJson(req, res, { body: await body, etag: {} });
  }

  const handlers = {
    publish: handleWrite(publish, (req) => ({ id: recordIdOf(req), ...parseFlags(searchOf(req), ["force"]) })),
    unpublish: handleWrite(unpublish, (req) => {
      const id = recordIdOf(req);
      parseNoQuery(searchOf(req));
      return { id };
    }),
    restore: handleWrite(restoreVersion, (req) => ({
      id: recordIdOf(req),
      publish: parseFlags(searchOf(req), ["publish"]).publish,
      versionId: parameterOf(req, "versionId"),
    })),
  };

  for (const kind of KINDS) {
    const check = requireVersionedPath(engine.schema, kind);
    serve(router, versionRoutes.publish[kind], { POST: handlers.publish }, check);
    serve(router, versionRoutes.unpublish[kind], { POST: handlers.unpublish }, check);
    serve(router, versionRoutes.versions[kind], { GET: list }, check);
    serve(router, versionRoutes.version[kind], { GET: one }, check);
    serve(router, versionRoutes.restore[kind], { POST: handlers.restore }, check);
  }
}
