import { createHash } from "node:crypto";
import type { Database } from "@colophon/database";
import { AppError, invalid } from "@colophon/errors";
import type { Call } from "./calls.ts";
import type { Answer } from "./answers.ts";
import type { UnitOptions, Units } from "./units.ts";

const KEY = /^[\x21-\x7e]{1,255}$/;
const KEPT_HOURS = 24;

export interface IdempotentRequest {
  readonly key: string | undefined;
  readonly method: string;
  readonly path: string;
  readonly search: string;
  readonly body: unknown;
}

export interface IdempotencyDependencies {
  readonly database: Database;
  readonly units: Units;
  /** Cuts a stored answer down to what the caller may read now. */
  readonly recheck: (call: Call, stored: StoredAnswer) => Promise<string>;
}

export interface StoredAnswer {
  readonly entity: string;
  readonly recordId: string | null;
  readonly status: number;
  readonly body: string;
}

type Row = {
  request_hash: string;
  entity: string;
  record_id: string | null;
  status: number;
  version: number | null;
  body: string;
};

export type Idempotency = ReturnType<typeof createIdempotency>;

/**
 * Idempotency-Key: the first answer is stored in the very transaction of what it reports, so that there is never the
 * one without the other, whenever a process dies.
 */
export function createIdempotency({ database, units, recheck }: IdempotencyDependencies) {
  async function first(scope: string, requestHash: string, entity: string, work: () => Promise<Answer>): Promise<Answer> {
    const answer = await work();
    await database.run(INSERT, [scope, requestHash, entity, answer.id, answer.status, answer.version, answer.body]);
    return answer;
  }

  async function again(call: Call, row: Row, requestHash: string): Promise<Answer> {
    if (row.request_hash !== requestHash) {
      throw invalid([{ field: "Idempotency-Key", message: "This key was used before with another request" }]);
    }
    const body = await recheck(call, { entity: row.entity, recordId: row.record_id, status: row.status, body: row.body });
    return { status: row.status, body, id: row.record_id, version: row.version };
  }

  return {
    /**
     * Runs `work` once for this caller, method, path and key, and repeats its answer afterwards.
     *
     * @throws CONFLICT while the first request still runs, VALIDATION_ERROR when the key comes with another request.
     */
    async once(
      call: Call,
      entity: string,
      request: IdempotentRequest,
      work: () => Promise<Answer>,
      options: UnitOptions = {},
    ): Promise<Answer> {
      const owner = ownerOf(call);
      if (request.key === undefined || owner === null) return work();
      if (!KEY.test(request.key)) throw invalid([{ field: "Idempotency-Key", message: "Use 1 to 255 visible ASCII characters" }]);
      const scope = hash([owner, request.method, request.path, request.key]);
      const requestHash = hash([request.search, request.body]);
      return units.run(async () => {
        const [lock] = await database.run(LOCK, [scope]);
        const [row] = await database.run<Row>(FIND, [scope]);
        if (row) return again(call, row, requestHash); // also where another repetition has the lock
        if (lock?.["taken"] !== true) throw new AppError("CONFLICT", "The first request with this Idempotency-Key still runs");
        return first(scope, requestHash, entity, work);
      }, options);
    },

    /** Forgets answers that are older than a day. */
    async sweep(): Promise<void> {
      await database.run(SWEEP, []);
    },
  };
}

function ownerOf({ actor }: Call): string | null {
  if (actor.kind === "user") return `user ${actor.userId}`;
  return actor.kind === "key" ? `key ${actor.keyId}` : null;
}

const hash = (parts: readonly unknown[]) => createHash("sha256").update(JSON.stringify(parts)).digest("hex");

const LOCK = { name: "idempotency-lock", text: "select pg_try_advisory_xact_lock(hashtextextended($1, 7269)) as taken" };
const FIND = {
  name: "idempotency-find",
  text: `select request_hash, entity, record_id, status, version, body from cms.idempotency where scope_hash = $1 and created_at > now() - interval '${KEPT_HOURS} hours'`,
};
const INSERT = {
  name: "idempotency-insert",
  text: `insert into cms.idempotency (scope_hash, request_hash, entity, record_id, status, version, body) values ($1, $2, $3, $4, $5, $6, $7)
    on conflict (scope_hash) do update set request_hash = excluded.request_hash, entity = excluded.entity, record_id = excluded.record_id,
    status = excluded.status, version = excluded.version, body = excluded.body, created_at = now()`,
};
const SWEEP = {
  name: "idempotency-sweep",
  text: `delete from cms.idempotency where scope_hash in (select scope_hash from cms.idempotency where created_at < now() - interval '${KEPT_HOURS} hours' limit 5000)`,
};
