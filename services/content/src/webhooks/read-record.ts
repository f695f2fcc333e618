import { randomUUID } from "node:crypto";
import type { Database } from "@colophon/database";
import { createEngine, webhookRole, type Principal, type Engine, type Schema } from "@colophon/engine";
import { AppError } from "@colophon/model/errors";
import type { Log } from "@colophon/runtime";
import { createDbHandles } from "../db-handle.ts";
import { createHooks } from "../hooks/hooks.ts";
import type { OpenDb } from "../hooks/project-code.ts";
import type { Call } from "../http/calls.ts";
import { createOpenPreview } from "../reads/open-preview.ts";
import { createCursors } from "../reads/cursors.ts";
import { createReads, type Reads } from "../reads/reads.service.ts";
import { createTotals } from "../reads/totals.ts";
import { createStatements } from "../writes/statements.ts";
import { createWriter } from "../writes/run-write.ts";
import type { ReadRecord } from "./message.ts";

export interface ReadRecordOptions {
  readonly schema: Schema;
  readonly database: Database;
  readonly log: Log;
  readonly now: () => Date;
}

const NOTHING = "null";

/** Reads records as a webhook's role does, afterRead hooks included. */
export function createReadRecord({ schema, database, log, now }: ReadRecordOptions): ReadRecord {
  const engine = createEngine(schema);
  const reads = createHookedReads(engine, { schema, database, log, now });

  return async (webhook, { event, entity, recordId, locale }) => {
    const principal: Principal = { kind: "anonymous", role: webhookRole(schema, webhook) };
    const call: Call = {
      principal,
      engine: engine.as(principal),
      user: null,
      role: principal.role,
      requestId: randomUUID(),
      address: null,
      runsHooks: true,
      askedAtMs: performance.now(),
    };
    const draft = event.endsWith(".draft") ? "draft=true" : "";
    const isGlobal = schema.entities.get(entity ?? "")?.kind === "global";
    const find = isGlobal
      ? reads.findGlobal(call, entity ?? "", [...(locale === null ? [] : [`locale=${locale}`]), draft].filter(Boolean).join("&"))
      : reads.find(call, entity ?? "", recordId, draft);
    const answer = await find.catch(nothingIfUnreadable);
    return answer === null ? NOTHING : JSON.stringify(JSON.parse(answer.body).data);
  };
}

/** The parts of the content service that reads with hooks need. The worker's PostgreSQL role writes no records. */
function createHookedReads(engine: Engine, { schema, database, log, now }: ReadRecordOptions): Reads {
  const openDb: OpenDb = (call, scope) => openHandle(call, scope);
  const hooks = createHooks({ schema, openDb, log, onFailure: () => undefined });
  const openPreview = createOpenPreview({ schema, database });
  const cursors = createCursors(randomUUID()); // only lists have any
  const reads = createReads({ schema, database, cursors, totals: createTotals({ database }), hooks, openPreview, now });
  const statements = createStatements({ database, now });
  const writer = createWriter({ engine, database, hooks, reads, statements, revokeIdentities: async () => undefined });
  const openHandle = createDbHandles({ engine, prisma: database.prisma, reads, writer });
  return reads;
}

function nothingIfUnreadable(error: unknown): null {
  if (error instanceof AppError && (error.code === "FORBIDDEN" || error.code === "NOT_FOUND")) return null;
  throw error;
}
