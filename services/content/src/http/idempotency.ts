import { createHash } from "node:crypto";
import { IDEMPOTENCY_KEY } from "@colophon/api";
import { createIdempotencyTable, type Database, type IdempotentAnswer, type TransactionOptions } from "@colophon/database";
import { AppError, invalid } from "@colophon/model/errors";
import type { Answer } from "./answers.ts";
import type { Call } from "./calls.ts";

export interface IdempotentRequest {
  readonly key: string | undefined;
  readonly method: string;
  readonly path: string;
  readonly search: string;
  readonly body: unknown;
}

export interface IdempotencyDependencies {
  readonly database: Database;
  /** Limits a stored answer to what the caller may read now. */
  readonly recheck: (call: Call, stored: StoredAnswer) => Promise<string>;
}

export type StoredAnswer = Pick<IdempotentAnswer, "entity" | "recordId" | "status" | "body">;

export type Idempotency = ReturnType<typeof createIdempotency>;

/**
 * Idempotency-Key: the first answer is stored in the same transaction as its change, so that neither exists without the other, even if the
 * process dies.
 */
export function createIdempotency({ database, recheck }: IdempotencyDependencies) {
  const table = createIdempotencyTable(database);

  async function first(scope: string, requestHash: string, entity: string, work: () => Promise<Answer>): Promise<Answer> {
    const answer = await work();
    const { id: recordId, status, version, body } = answer;
    await table.insert(scope, { requestHash, entity, recordId, status, version, body });
    return answer;
  }

  async function again(call: Call, stored: IdempotentAnswer, requestHash: string): Promise<Answer> {
    if (stored.requestHash !== requestHash) {
      throw invalid([{ field: "Idempotency-Key", message: "This key was used before with another request" }]);
    }
    const { status, recordId, version } = stored;
    return { status, body: await recheck(call, stored), id: recordId, version };
  }

  return {
    /**
     * Runs `work` once for this caller, method, path and key, and repeats its answer afterwards.
     *
     * @throws CONFLICT while the first request still runs, VALIDATION_ERROR if the key is sent with another request.
     */
    async once(
      call: Call,
      entity: string,
      request: IdempotentRequest,
      work: () => Promise<Answer>,
      options: TransactionOptions = {},
    ): Promise<Answer> {
      const owner = ownerOf(call);
      if (request.key === undefined || owner === null) return work();
      if (!IDEMPOTENCY_KEY.test(request.key))
        throw invalid([{ field: "Idempotency-Key", message: "Use 1 to 255 visible ASCII characters" }]);
      const scope = hash([owner, request.method, request.path, request.key]);
      const requestHash = hash([request.search, request.body]);
      return database.transaction(async () => {
        const isFirst = await table.tryLock(scope);
        const stored = await table.find(scope);
        if (stored) return again(call, stored, requestHash); // also if another repetition has the lock
        if (!isFirst) throw new AppError("CONFLICT", "The first request with this Idempotency-Key is still running");
        return first(scope, requestHash, entity, work);
      }, options);
    },

    /** Removes answers that are older than a day. */
    sweep: (): Promise<void> => table.sweep(),
  };
}

function ownerOf({ principal }: Call): string | null {
  if (principal.kind === "user") return `user ${principal.userId}`;
  return principal.kind === "key" ? `key ${principal.keyId}` : null;
}

const hash = (parts: readonly unknown[]) => createHash("sha256").update(JSON.stringify(parts)).digest("hex");
