import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { createClient, type Change, type Reset } from "@colophon/client";
import { Redis } from "ioredis";
import pg from "pg";
import { eventually } from "../support/eventually.ts";
import { startPostgresServer, type OwnPostgres } from "../support/servers/postgres-server.ts";
import { startRedis, type TestRedis } from "../support/servers/redis.ts";
import { startTestStack, type Processes, type TestStack } from "../support/stack/stack.ts";
import type config from "./events.config.ts";
import { writeThrough } from "./write-through.ts";

const RECORDS = 8;
const VARIABLES = { CONFIRM_MINUTES: "0", RATE_LIMIT_USER_PER_MINUTE: "1000000", RATE_LIMIT_PER_MINUTE: "1000000" };

let postgres: OwnPostgres;
let redis: TestRedis;
let stack: TestStack;

/** Declares the tests. */
export function testEvents(processes: Processes): void {
  beforeAll(async () => {
    [postgres, redis] = await Promise.all([startPostgresServer({ durable: true }), startRedis({ own: true })]);
    const configFile = join(import.meta.dirname, "events.config.ts");
    stack = await startTestStack({ configFile, variables: { ...processes, ...VARIABLES }, postgres, redis });
  });
  afterAll(async () => stack?.stop());

  test(
    "whatever is killed, readers see every committed change at least once, in order for each record, and nothing else",
    killBetweenChanges,
  );
  test("while Redis is away readers are told so, and get what happens meanwhile", freezeRedis);
}

async function kill(name: string): Promise<void> {
  const pid = await stack.pidOf(name);
  if (pid !== null) process.kill(pid, "SIGKILL");
}

async function emptyRedis(): Promise<void> {
  const client = new Redis(redis.url);
  await client.flushall();
  client.disconnect();
}

async function restartPostgres(): Promise<void> {
  await postgres.kill();
  await postgres.startAgain();
}

/** The committed version of each record. */
async function committed(): Promise<Map<string, number>> {
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  const { rows } = await client.query<{ id: string; version: number }>("select id, version from content.tag");
  await client.end();
  return new Map(rows.map(({ id, version }) => [id, version]));
}

/** A reader that comes back by itself. */
function startReader(options: { readonly apiKey?: string }) {
  const seen: (Change | Reset)[] = [];
  const stop = new AbortController();
  const reading = (async () => {
    const cms = createClient<typeof config>({ url: stack.url, ...options });
    for await (const event of cms.events({ entities: ["tag"], signal: stop.signal })) seen.push(event);
  })();
  return {
    seen,
    /** The versions of a record, each only the first time that it was told. */
    versionsOf: (id: string) => [...new Set(seen.flatMap((event) => (event.event !== "reset" && event.id === id ? [event.version] : [])))],
    async stop() {
      stop.abort();
      await reading;
    },
  };
}

/** Waits until the streams are open: they tell nothing of what happened before. */
async function opened(readers: readonly ReturnType<typeof startReader>[]): Promise<void> {
  const made: string[] = [];
  const isToldToAll = async () => {
    made.push((await stack.admin.post("/api/tag", { label: "opening" })).data.id);
    return readers.every(({ seen }) => seen.length > 0);
  };
  await eventually(isToldToAll, { everyMs: 500, what: "all streams are open" });
  for (const id of made) await stack.admin.delete(`/api/tag/${id}`);
}

async function killBetweenChanges(): Promise<void> {
  const apiKey = (await stack.admin.post("/api/_api-keys", { name: "Reader", role: "admin" })).data.key;
  const readers = [startReader({ apiKey }), startReader({})];
  await opened(readers);
  const first = (await stack.admin.post("/api/tag", { label: "first" })).data.id;
  await eventually(() => readers.every(({ versionsOf }) => versionsOf(first).length > 0));

  await writeThrough({
    stack,
    faults: [() => kill("gateway"), () => kill("content"), emptyRedis, restartPostgres],
    records: RECORDS,
    changes: 16,
    betweenFaults: 25,
    label: "tag",
  });
  const records = await committed();
  const isWhole = ({ versionsOf }: (typeof readers)[number]) => [...records].every(([id, version]) => versionsOf(id).includes(version));
  await eventually(() => readers.every(isWhole), { what: "the last versions of all records are told" });
  await Promise.all(readers.map((reader) => reader.stop()));

  const expected = [...records].map(([id, version]) => [id, Array.from({ length: version }, (_, index) => index + 1)]);
  expect(expected).toHaveLength(RECORDS + 1);
  for (const { versionsOf } of readers) expect([...records.keys()].map((id) => [id, versionsOf(id)])).toEqual(expected);
}

async function freezeRedis(): Promise<void> {
  const reader = startReader({});
  await opened([reader]);
  const id = (await stack.admin.post("/api/tag", { label: "before" })).data.id;
  await eventually(() => reader.versionsOf(id).length > 0);
  const resets = () => reader.seen.filter(({ event }) => event === "reset").length;

  process.kill(redis.pid ?? 0, "SIGSTOP");
  await eventually(() => resets() > 0);
  await eventually(async () => (await stack.admin.put(`/api/tag/${id}`, { label: "during" })).status === 200);
  await eventually(() => reader.versionsOf(id).includes(2));
  process.kill(redis.pid ?? 0, "SIGCONT");
  await reader.stop();

  expect(reader.versionsOf(id)).toEqual([1, 2]);
}
