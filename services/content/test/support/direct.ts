import { newId } from "@colophon/database";
import { createEngine, entityOf, type Principal } from "@colophon/engine";
import { AppError } from "@colophon/model/errors";
import type { Call } from "../../src/http/calls.ts";
import type { BulkInput } from "../../src/bulk/bulk-actions.ts";
import { createRecord, deleteRecord, updateRecord } from "../../src/writes/record.operations.ts";
import { deleteTrashed, restoreTrashed } from "../../src/trash/trash.operations.ts";
import { translateRecord } from "../../src/translations/translate.operation.ts";
import { discardDraft, publish, unpublish } from "../../src/drafts/publish.operations.ts";
import { restoreVersion } from "../../src/drafts/restore.operation.ts";
import type { TestService } from "./service.ts";

export interface Outcome {
  readonly status: number;
  readonly data: ReturnType<typeof JSON.parse>;
}

const HOUR_MS = 3_600_000;

/** The operations of the service without HTTP and time limits around them, for tests that need tens of thousands. */
export function createDirect(
  { schema, content: { reads, history, bulk, runWrite } }: Pick<TestService, "schema" | "content">,
  role: string,
  entity: string,
) {
  const principal: Principal = { kind: "key", role, keyId: newId() };
  const call: Call = {
    principal,
    engine: createEngine(schema).as(principal),
    user: null,
    role,
    requestId: "test",
    address: null,
    runsHooks: true,
    askedAtMs: performance.now() + HOUR_MS,
  };
  async function outcome(work: Promise<{ status?: number; body: string } | string>): Promise<Outcome> {
    try {
      const answer = await work;
      const { status = 200, body } = typeof answer === "string" ? { body: answer } : answer;
      return { status, data: JSON.parse(body).data };
    } catch (error) {
      if (error instanceof AppError) return { status: error.status, data: undefined };
      throw error;
    }
  }

  return {
    list: (search: string) => outcome(reads.list(call, entity, search)),
    create: (body: Record<string, unknown>, draft: boolean) => outcome(runWrite(createRecord, call, { entity, body, draft })),
    update: (id: string, body: Record<string, unknown>, draft: boolean) =>
      outcome(runWrite(updateRecord, call, { entity, id, body, draft })),
    remove: (id: string, permanent: boolean) => outcome(runWrite(deleteRecord, call, { entity, id, permanent })),
    removeTrashed: (id: string) => outcome(runWrite(deleteTrashed, call, { entity, id })),
    restoreTrashed: (id: string) => outcome(runWrite(restoreTrashed, call, { entity, id })),
    bulk: (input: BulkInput) =>
      outcome(bulk.run(call, entityOf(schema, entity), input, { key: undefined, method: "POST", path: "", search: "", body: null })),
    publish: (id: string, force: boolean) => outcome(runWrite(publish, call, { entity, id, force })),
    unpublish: (id: string) => outcome(runWrite(unpublish, call, { entity, id })),
    discard: (id: string) => outcome(runWrite(discardDraft, call, { entity, id })),
    version: (id: string, versionId: string) => outcome(history.one(call, { name: entity, id, versionId })),
    history: (id: string) => outcome(history.list(call, entity, id, { limit: 100, offset: 0 })),
    restore: (id: string, versionId: string, isLive: boolean) =>
      outcome(runWrite(restoreVersion, call, { entity, id, versionId, publish: isLive })),
    translate: (sourceId: string, locale: string) => outcome(runWrite(translateRecord, call, { entity, sourceId, locale })),
  };
}

export type Direct = ReturnType<typeof createDirect>;
