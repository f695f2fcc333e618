/**
 * All advisory locks of the product. Numbers, seeds and prefixes never change: two releases that run at the same time must see each other's
 * locks.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { FUNCTION_LOCKS } from "@colophon/engine";
import pg from "pg";
import { markBroken } from "./connections/connection.ts";

/** Held by a session, or by a function until its transaction ends; one for the whole database. */
export const LOCKS = {
  migrations: { number: 72_707_369, guards: "the system tables while migrations are applied; Prisma's own tools take it too" },
  lastAdmin: { number: FUNCTION_LOCKS.lastAdmin, guards: "the last admin, of whom two writers may not each take the other away" },
  schema: { number: 72_707_372, guards: "the entity tables while they are changed to fit a configuration" },
  roles: { number: 72_707_373, guards: "the PostgreSQL roles of the services and their grants" },
  texts: { number: 72_707_374, guards: "stored texts and their indexes while they are normalized and rebuilt" },
  import: { number: 72_707_375, guards: "the whole site while an export is imported" },
  events: { number: 72_707_377, guards: "events while they are divided into deliveries" },
  streamSnapshots: { number: 72_707_380, guards: "the order of the snapshots of the event stream" },
  audit: { number: 72_707_385, guards: "the newest seal of the audit log while rows are sealed" },
  removals: { number: 72_707_376, guards: "whether there are records that are being removed, while that changes" },
} as const;

/** Held until the transaction ends, or by a session; one for each key: a hash of `prefix` and the key, with `seed`. */
export const KEYED_LOCKS = {
  slug: { seed: FUNCTION_LOCKS.slug, prefix: "", guards: "the numbering of one text of one slug column" },
  record: { seed: 72_707_373, prefix: "", guards: "a record from the look at it before its hooks until it is written" },
  idempotency: { seed: 7269, prefix: "", guards: "the first answer to an Idempotency-Key" },
  loginAddress: { seed: 0, prefix: "cms.login:", guards: "sign-ins with an address, and the count of mails to it" },
  job: { seed: 0, prefix: "cms.job:", guards: "the run of a project's job" },
  user: { seed: 0, prefix: "cms.user:", guards: "the count of codes that a user has for new addresses" },
} as const;

type Lock = (typeof LOCKS)[keyof typeof LOCKS];

/** SQL for a keyed lock: `wait` waits until it is free, `try` returns whether it was. `key` is SQL for a text. */
export function keyedLock(name: keyof typeof KEYED_LOCKS) {
  const { seed, prefix } = KEYED_LOCKS[name];
  const hash = (key: string) => `hashtextextended(${prefix === "" ? "" : `'${prefix}' || `}${key}, ${seed})`;
  return {
    wait: (key: string): string => `pg_advisory_xact_lock(${hash(key)})`,
    try: (key: string): string => `pg_try_advisory_xact_lock(${hash(key)})`,
    /** The same, held by the session until it is released or ends. */
    hold: (key: string): string => `pg_try_advisory_lock(${hash(key)})`,
    release: (key: string): string => `pg_advisory_unlock(${hash(key)})`,
  };
}

/**
 * SQL without parameters that, until the transaction ends, excludes other writes with hooks for this record. It can be sent together with
 * the statement before it. @param id - null for a global
 */
export function recordLock(entity: string, id: string | null): string {
  return `select ${keyedLock("record").wait(pg.escapeLiteral(`${entity} ${id ?? ""}`))}`;
}

/** How often the server looks during a statement whether the process that sent it still exists. */
const CHECK_CLIENT_MS = 2_000;
const PAUSE_MS = 100;
const REPORT_EVERY_MS = 5_000;

/** The observer of a waiting or working process; it can end the work. */
export interface Waiting {
  /** Called every few seconds with a progress message. */
  readonly onProgress?: ((sentence: string) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

interface LockWait extends Waiting {
  /** A session that has the lock but sends PostgreSQL nothing for this time loses it: its connection is ended. */
  readonly idleMs?: number;
}

const END_IDLE = `select pg_terminate_backend(l.pid) from pg_locks l join pg_stat_activity a on a.pid = l.pid
  where l.locktype = 'advisory' and l.granted and l.database = a.datid and a.datname = current_database() and l.classid = 0 and l.objid = $1
    and a.state <> 'active' and a.state_change < clock_timestamp() - make_interval(secs => $2)`;

/**
 * Runs `work` while this session holds the lock; others wait as long as the connection of the holder exists. Polling, instead of waiting
 * inside PostgreSQL, keeps every statement within its time-out, and leaves no transaction open that `create index concurrently` would wait
 * for.
 */
export async function withSessionLock<T>(
  client: pg.PoolClient,
  lock: Lock,
  work: () => Promise<T>,
  { onProgress, signal, idleMs = Infinity }: LockWait = {},
): Promise<T> {
  const startedAt = performance.now();
  const everyMs = Math.min(REPORT_EVERY_MS, idleMs);
  for (let reportAtMs = everyMs; ; await sleep(PAUSE_MS, undefined, signal && { signal })) {
    const outcome = await trySessionLock(client, lock, work);
    if (outcome.taken) return outcome.result;
    const waitedMs = performance.now() - startedAt;
    if (waitedMs < reportAtMs) continue;
    reportAtMs = waitedMs + everyMs;
    if (idleMs < Infinity) await client.query(END_IDLE, [lock.number, idleMs / 1_000]).catch(() => undefined); // may be another user's
    onProgress?.(`Another process is changing the database; waiting for ${Math.round(waitedMs / 1_000)} s`);
  }
}

/**
 * Runs `work` while this session holds the lock, unless another one has it. If this process is killed, the server notices it during a
 * statement, which can take minutes, and releases the lock.
 */
export async function trySessionLock<T>(
  client: pg.PoolClient,
  { number }: Lock,
  work: () => Promise<T>,
): Promise<{ readonly taken: true; readonly result: T } | { readonly taken: false }> {
  const { rows } = await client.query<{ locked: boolean }>("select pg_try_advisory_lock($1) as locked", [number]);
  if (!rows[0]?.locked) return { taken: false };
  try {
    await client.query(`set client_connection_check_interval = ${CHECK_CLIENT_MS}`).catch(() => undefined); // not every system can
    return { taken: true, result: await work() };
  } finally {
    // A connection that could not unlock is closed, which also releases the lock.
    await client.query("select pg_advisory_unlock($1)", [number]).catch(() => markBroken(client));
    await client.query("reset client_connection_check_interval").catch(() => markBroken(client));
  }
}
