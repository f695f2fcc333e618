/** `cms.idempotency`: the first answer to a request with an Idempotency-Key, for a day. */
import type { Database } from "../database.ts";
import { keyedLock } from "../locks.ts";

const KEPT_HOURS = 24;

export interface IdempotentAnswer {
  readonly requestHash: string;
  readonly entity: string;
  readonly recordId: string | null;
  readonly status: number;
  readonly version: number | null;
  readonly body: string;
}

const LOCK = { name: "idempotency-lock", text: `select ${keyedLock("idempotency").try("$1")} as taken` };
const FIND = {
  name: "idempotency-find",
  text: `select request_hash as "requestHash", entity, record_id as "recordId", status, version, body from cms.idempotency
    where scope_hash = $1 and created_at > now() - interval '${KEPT_HOURS} hours'`,
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

export type IdempotencyTable = ReturnType<typeof createIdempotencyTable>;

export function createIdempotencyTable({ run, one }: Pick<Database, "run" | "one">) {
  return {
    /** Until the transaction ends, no other request gets it. @returns false if another one has it */
    async tryLock(scope: string): Promise<boolean> {
      return (await one<{ taken: boolean }>(LOCK, [scope]))?.taken ?? false;
    },

    find: (scope: string): Promise<IdempotentAnswer | null> => one<IdempotentAnswer & Record<string, unknown>>(FIND, [scope]),

    async insert(scope: string, answer: IdempotentAnswer): Promise<void> {
      const { requestHash, entity, recordId, status, version, body } = answer;
      await run(INSERT, [scope, requestHash, entity, recordId, status, version, body]);
    },

    /** Removes up to five thousand answers that are older than a day. */
    async sweep(): Promise<void> {
      await run(SWEEP);
    },
  };
}
