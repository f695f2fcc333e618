import { parseFlags, parseNoQuery, requireOperation, type Schema } from "@colophon/engine";
import { expectedVersionOf, route, searchOf, sendJson } from "@colophon/runtime";
import type { Request, Response, Router } from "express";
import type { Answer } from "./answers.ts";
import type { Call } from "./calls.ts";
import type { Idempotency } from "./idempotency.ts";
import { pageOf, queryOf } from "./page.ts";
import type { Publishing } from "./publishing.service.ts";
import { callOf, idempotentOf, parameterOf } from "./request.ts";
import { sendAnswer } from "./send-answer.ts";
import { RECORD_PATHS, recordIdOf, requireVersionedPath } from "./versioned-paths.ts";
import type { Versions } from "./versions.service.ts";
import type { WriteFrame } from "./write-frame.ts";

export interface VersionRoutes {
  readonly schema: Schema;
  readonly publishing: Publishing;
  readonly versions: Versions;
  readonly idempotency: Idempotency;
  readonly frame: WriteFrame;
}

/** A request about the drafts of one record, under the update permission. */
interface Asked {
  readonly call: Call;
  readonly name: string;
  /** Null for a global. */
  readonly id: string | null;
}

/** What only entities with versions have, below a record's path, and for globals below the global's own. */
export function mountVersions(router: Router, { schema, publishing, versions, idempotency, frame }: VersionRoutes): void {
  function askedOf(req: Request): Asked {
    const [call, name] = [callOf(req), parameterOf(req, "entity")];
    requireOperation(schema, call.actor, name, "update");
    return { call, name, id: recordIdOf(req) };
  }

  async function once(
    req: Request,
    res: Response,
    { call, name }: Asked,
    operation: "publish" | "unpublish" | "update",
    work: () => Promise<Answer>,
  ) {
    sendAnswer(req, res, name, await idempotency.once(call, name, idempotentOf(req, null), work, frame.unitFor(call, name, operation)));
  }

  async function publish(req: Request, res: Response): Promise<void> {
    const asked = askedOf(req);
    const { force } = parseFlags(searchOf(req), ["force"]);
    const options = { force, expectedVersion: expectedVersionOf(req) };
    await once(req, res, asked, "publish", () => publishing.publish(asked.call, asked.name, asked.id, options));
  }

  async function unpublish(req: Request, res: Response): Promise<void> {
    const asked = askedOf(req);
    parseNoQuery(searchOf(req));
    const options = { expectedVersion: expectedVersionOf(req) };
    await once(req, res, asked, "unpublish", () => publishing.unpublish(asked.call, asked.name, asked.id, options));
  }

  async function list(req: Request, res: Response): Promise<void> {
    const { call, name, id } = askedOf(req);
    sendJson(req, res, { body: await versions.list(call, name, id, pageOf(searchOf(req))), etag: {} });
  }

  async function one(req: Request, res: Response): Promise<void> {
    const { call, name, id } = askedOf(req);
    const { diff } = queryOf(searchOf(req), ["diff"]);
    const versionId = parameterOf(req, "versionId");
    const body = diff === undefined ? versions.one(call, name, id, versionId) : versions.diff(call, name, id, versionId, diff);
    sendJson(req, res, { body: await body, etag: {} });
  }

  async function restore(req: Request, res: Response): Promise<void> {
    const asked = askedOf(req);
    const flags = parseFlags(searchOf(req), ["publish"]);
    const work = () => versions.restore(asked.call, asked.name, asked.id, parameterOf(req, "versionId"), flags);
    await once(req, res, asked, flags.publish && !frame.isHooked(asked.call, asked.name, "update") ? "publish" : "update", work);
  }

  for (const { base, kind } of RECORD_PATHS) {
    const check = requireVersionedPath(schema, kind);
    route(router, `${base}/publish`, { POST: publish }, check);
    route(router, `${base}/unpublish`, { POST: unpublish }, check);
    route(router, `${base}/versions`, { GET: list }, check);
    route(router, `${base}/versions/:versionId`, { GET: one }, check);
    route(router, `${base}/versions/:versionId/restore`, { POST: restore }, check);
  }
}
