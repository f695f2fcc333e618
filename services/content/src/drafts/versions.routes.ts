import { versionRoutes } from "@colophon/api";
import { parseFlags, type Engine } from "@colophon/engine";
import { sendJson, serve, type Request, type Response, type Router } from "@colophon/runtime";
import { callOf, pageOf, parameterOf, queryOf } from "../http/request.ts";
import type { WriteHandler } from "../writes/write-handler.ts";
import type { History } from "./history.service.ts";
import { publish, unpublish } from "./publish.operations.ts";
import { restoreVersion } from "./restore.operation.ts";
import { keyIn, KINDS, recordIn, requireVersionedPath } from "./versioned.ts";

export interface VersionRoutes {
  readonly engine: Engine;
  readonly history: History;
  readonly handleWrite: WriteHandler;
}

/** The routes of entities with versions, below a record's path, and for globals below the global's own. */
export function mountVersions(router: Router, { engine, history, handleWrite }: VersionRoutes): void {
  const { schema } = engine;

  function readerOf(req: Request) {
    const [call, name] = [callOf(engine, req), parameterOf(req, "entity")];
    call.engine.require(name, "update");
    return { call, name, ...recordIn(schema, req) };
  }

  async function list(req: Request, res: Response): Promise<void> {
    const { call, name, id, search } = readerOf(req);
    sendJson(req, res, { body: await history.list(call, name, id, pageOf(search)), etag: {} });
  }

  async function readVersion(req: Request, res: Response): Promise<void> {
    const { call, name, id, search } = readerOf(req);
    const { diff } = queryOf(search, ["diff"]);
    const version = { name, id, versionId: parameterOf(req, "versionId") };
    const body = diff === undefined ? history.one(call, version) : history.diff(call, version, diff);
    sendJson(req, res, { body: await body, etag: {} });
  }

  const handlers = {
    publish: handleWrite(publish, (req) => {
      const { id, search } = recordIn(schema, req);
      return { id, ...parseFlags(search, ["force"]) };
    }),
    unpublish: handleWrite(unpublish, (req) => ({ id: keyIn(schema, req) })),
    restore: handleWrite(restoreVersion, (req) => {
      const { id, search } = recordIn(schema, req);
      return { id, publish: parseFlags(search, ["publish"]).publish, versionId: parameterOf(req, "versionId") };
    }),
  };

  for (const kind of KINDS) {
    const check = requireVersionedPath(schema, kind);
    serve(router, versionRoutes.publish[kind], { POST: handlers.publish }, check);
    serve(router, versionRoutes.unpublish[kind], { POST: handlers.unpublish }, check);
    serve(router, versionRoutes.versions[kind], { GET: list }, check);
    serve(router, versionRoutes.version[kind], { GET: readVersion }, check);
    serve(router, versionRoutes.restore[kind], { POST: handlers.restore }, check);
  }
}
