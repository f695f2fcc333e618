import { AREAS, bulkActions, entityRoutes, type BulkAction } from "@colophon/api";
import type { Database } from "@colophon/database";
import type { Entity } from "@colophon/engine";
import { AppError, type ErrorCode, type ErrorDetail } from "@colophon/model/errors";
import { dataBody, type Answer } from "../http/answers.ts";
import type { Data } from "../hooks/hooks.ts";
import type { Call } from "../http/calls.ts";
import type { Idempotency, IdempotentRequest } from "../http/idempotency.ts";
import { requireWritable } from "../writes/data.ts";
import type { Writer } from "../writes/run-write.ts";
import { bulkOperations, partsOf, type BulkInput, type BulkPart } from "./bulk-actions.ts";

/** In the order of the refusals of a request. */
const STAGES: readonly ErrorCode[] = [
  "VALIDATION_ERROR",
  "VERSION_INCOMPATIBLE",
  "NOT_FOUND",
  "PRECONDITION_FAILED",
  "FORBIDDEN",
  "CONFLICT",
];

/** One error for many records, by their index in a list of the request: its status is that of the earliest stage, and each of the records is named. */
function refusalOf(list: "ids" | "data", refused: ReadonlyMap<number, AppError>): AppError {
  const inOrder = [...refused].toSorted(([a], [b]) => a - b);
  const [first] = inOrder.map(([, error]) => error).toSorted((a, b) => STAGES.indexOf(a.code) - STAGES.indexOf(b.code));
  const details = inOrder.flatMap(([index, error]) => detailsAt(`${list}[${index}]`, error));
  return new AppError(first?.code ?? "INTERNAL_ERROR", first?.message, { details, cause: first });
}

function detailsAt(path: string, { details = [], message }: AppError): readonly ErrorDetail[] {
  if (details.length === 0) return [{ field: path, message }];
  return details.map((detail) => ({ ...detail, field: detail.field === "" ? path : `${path}.${detail.field}` }));
}

export interface BulkDependencies {
  readonly database: Database;
  readonly writer: Writer;
  readonly idempotency: Idempotency;
}

/** The time limit of one write and its hooks, if the others leave enough. */
const WRITE_MS = AREAS.content.budgetMs.write;

export type Bulk = ReturnType<typeof createBulk>;

/** The same operation for many records in one transaction: all of them, or none. */
export function createBulk({ database, writer, idempotency }: BulkDependencies) {
  /** Fields that the role may not write in any record are refused before a record is read. */
  function requireWritableIn(call: Call, entity: Entity, { ids = [], data = {} }: BulkInput): void {
    try {
      requireWritable({ call, entity }, { body: data as Data, first: false }); // unknown fields are reported for each record
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      throw error.code === "FORBIDDEN" ? refusalOf("ids", new Map(ids.map((_, index) => [index, error]))) : error;
    }
  }

  async function each(call: Call, entity: Entity, action: BulkAction, parts: readonly BulkPart[], clock: Clock): Promise<Answer> {
    const { operation } = bulkOperations[action];
    const isNew = action === "create";
    const ids: string[] = [];
    const refused = new Map<number, AppError>();
    for (const { index, input: part } of parts) {
      clock.requireTime();
      const itemCall = { ...call, askedAtMs: Math.min(performance.now(), clock.endsAtMs - WRITE_MS) };
      try {
        ids[index] = await writer.runPart(operation, itemCall, { ...part, entity: entity.name });
      } catch (error) {
        const refusal = await writer.namedRefusal(error, itemCall, entity);
        if (!(refusal instanceof AppError) || refusal.status >= 500) throw refusal;
        refused.set(index, refusal);
      }
    }
    if (refused.size > 0) throw refusalOf(isNew ? "data" : "ids", refused);
    return { status: isNew ? 201 : 200, body: dataBody(JSON.stringify({ ids })), id: null, version: null };
  }

  return {
    /** The permission for each of the records. @throws NOT_FOUND, FORBIDDEN, CONFIRMATION_REQUIRED */
    requireAction({ engine }: Call, entity: string, action: BulkAction): void {
      const row = bulkActions[action];
      engine.require(entity, row.permission);
      if ("admin" in row) engine.requireAdmin();
    },

    /** @throws the refusals of all records, with each of them in its details; SERVICE_UNAVAILABLE after the common time limit */
    async run(call: Call, entity: Entity, input: BulkInput, request: IdempotentRequest): Promise<Answer> {
      const clock = startClock(call.askedAtMs);
      const parts = partsOf(input);
      const pool = writer.poolOf(bulkOperations[input.action].operation, call, { ...parts[0]?.input, entity: entity.name });
      const work = async () => {
        if (input.action === "update") requireWritableIn(call, entity, input);
        return each(call, entity, input.action, parts, clock);
      };
      const all = database.transaction(async () => {
        const answer = await idempotency.once(call, entity.name, request, work);
        clock.decide();
        return answer;
      }, pool);
      return clock.inTime(all);
    },
  };
}

type Clock = ReturnType<typeof startClock>;

/** The time limit of a bulk request. Once the writes are being committed, it no longer applies. */
function startClock(askedAtMs: number) {
  const endsAtMs = askedAtMs + entityRoutes.bulk.budgetMs;
  let isDecided = false;
  const tooLate = () => new AppError("SERVICE_UNAVAILABLE", "This took too long; nothing was written. Send fewer records at a time");
  const requireTime = (): void => {
    if (performance.now() > endsAtMs) throw tooLate();
  };
  return {
    endsAtMs,
    /** @throws SERVICE_UNAVAILABLE after the time limit */
    requireTime,
    decide(): void {
      requireTime();
      isDecided = true;
    },
    /** The work's result, or an error as soon as the time limit is reached: the work is then rolled back after its current statement. */
    inTime<T>(work: Promise<T>): Promise<T> {
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => void (isDecided || reject(tooLate())), endsAtMs - performance.now());
        work.finally(() => clearTimeout(timer)).then(resolve, reject);
      });
    },
  };
}
