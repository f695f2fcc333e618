import { createHash } from "node:crypto";
import { join } from "node:path";
import { createAuditTable, createDatabase, verifyAudit } from "@colophon/database";
import { afterAll, beforeAll, beforeEach, expect, test } from "@jest/globals";
import { Redis } from "ioredis";
import pg from "pg";
import { eventually } from "../support/eventually.ts";
import { startPostgresServer, type OwnPostgres } from "../support/servers/postgres-server.ts";
import { startReceiver, type Received, type Receiver } from "../support/http/receiver.ts";
import { startRedis, type TestRedis } from "../support/servers/redis.ts";
import { startTestStack, type Processes, type TestStack } from "../support/stack/stack.ts";
import { actionsUntil, loggedActions, sealed } from "./audit-log.ts";
import { writeThrough } from "./write-through.ts";

const RECORDS = 12;
/** For thousands of messages, while processes start again and again on a busy machine. */
const LIMIT_MS = 600_000;
/** As many as a bulk request may change. */
const BULK_RECORDS = 200;

let receiver: Receiver;
let postgres: OwnPostgres;
let redis: TestRedis;
let stack: TestStack;

/** Declares the tests, with this many bulk requests. */
export function testWebhooks(processes: Processes, bulkRequests: number): void {
  beforeAll(async () => {
    [receiver, postgres, redis] = await Promise.all([startReceiver(), startPostgresServer({ durable: true }), startRedis({ own: true })]);
    const variables = { ...processes, WEBHOOK_URL: receiver.url, CONFIRM_MINUTES: "0", RATE_LIMIT_USER_PER_MINUTE: "1000000" };
    stack = await startTestStack({ configFile: join(import.meta.dirname, "webhooks.config.ts"), variables, postgres, redis });
  });
  afterAll(async () => {
    await stack?.stop();
    await receiver?.stop();
  });
  beforeEach(() => {
    receiver.received.length = 0;
    receiver.behaviour.react = () => ({});
  });

  test("whatever is killed, every committed change arrives at least once, in order for each record, and nothing else", killBetweenChanges);
  test(`of ${BULK_RECORDS * bulkRequests} changes by bulk requests each arrives at least once, in order for each record and with one id, and has its row in the audit log, whatever is killed at random`, () =>
    killBetweenBulkRequests(bulkRequests));
  test(
    "a worker that is killed in a delivery, or right after it, repeats it with the same id, before the record's next event",
    killInDeliveries,
  );
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

/** The committed version of each record whose label begins so. */
async function committed(label: string): Promise<Map<string, number>> {
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  const { rows } = await client.query<{ id: string; version: number }>("select id, version from content.tag where label like $1", [
    `${label} %`,
  ]);
  await client.end();
  return new Map(rows.map(({ id, version }) => [id, version]));
}

/** The messages about each record, each only the first time that it arrived. */
function firstArrivals(): Map<string, Received[]> {
  const first = new Map<string, Received>();
  for (const message of receiver.received) if (!first.has(message.id)) first.set(message.id, message);
  return Map.groupBy(first.values(), ({ body }) => body.recordId as string);
}

/** Waits for all messages about the records; then what was committed and what has arrived, a line for each change, in order for each record. */
async function compared(label: string) {
  const records = [...(await committed(label))];
  await eventually(
    () => {
      const arrivals = firstArrivals();
      return records.every(([id, version]) => (arrivals.get(id)?.length ?? 0) >= version);
    },
    { what: "all events have arrived", everyMs: 200, limitMs: LIMIT_MS },
  );
  const arrivals = firstArrivals();
  return {
    expected: records.flatMap(([id, version]) =>
      Array.from({ length: version }, (_, index) => `${id} ${index + 1} tag.${index === 0 ? "published" : "updated"}`),
    ),
    arrived: records.flatMap(([id]) => (arrivals.get(id) ?? []).map(({ body }) => `${id} ${body.version} ${body.event}`)),
  };
}

async function restartPostgres(): Promise<void> {
  await postgres.kill();
  await postgres.startAgain();
}

const FAULTS = [() => kill("webhook-worker"), () => kill("content"), emptyRedis, () => kill("webhook-worker"), restartPostgres];

const sumOf = (lines: readonly string[]) => createHash("sha256").update(lines.join("\n")).digest("hex");

async function killBetweenChanges(): Promise<void> {
  receiver.behaviour.react = () => ({ status: Math.random() < 0.05 ? 500 : 204 });
  await writeThrough({ stack, faults: FAULTS, records: RECORDS, changes: 15, betweenFaults: 30, label: "single" });
  receiver.behaviour.react = () => ({});

  const { expected, arrived } = await compared("single");

  expect(expected.length).toBeGreaterThan(RECORDS);
  expect(sumOf(arrived)).toBe(sumOf(expected));
  expect(arrived).toEqual(expected);
}

/** Faults at random times and in random order, until nearly all messages have arrived. */
async function failAtRandom(requests: number): Promise<void> {
  const end = 0.9 * BULK_RECORDS * requests;
  for (let next = 0; next < end; next = receiver.received.length + Math.round(end * (0.1 + Math.random() * 0.15))) {
    await eventually(() => receiver.received.length >= next, { what: `${next} messages have arrived`, limitMs: LIMIT_MS });
    await FAULTS[Math.floor(Math.random() * FAULTS.length)]?.();
  }
}

async function killBetweenBulkRequests(requests: number): Promise<void> {
  const failed = new Set<string>();
  receiver.behaviour.react = ({ id }) => {
    const fails = receiver.received.length % 100 === 0 && !failed.has(id); // once: the second repetition is 30 s later
    if (fails) failed.add(id);
    return { status: fails ? 500 : 204 };
  };
  const bulk = (body: object) =>
    eventually(async () => (await stack.admin.post("/api/tag/bulk", body)).data?.ids as string[] | undefined, { what: "a bulk request" });
  const failing = failAtRandom(requests);
  const ids = await bulk({ action: "create", data: Array.from({ length: BULK_RECORDS }, (_, index) => ({ label: `bulk ${index}` })) });
  for (let request = 1; request < requests; request += 1) await bulk({ action: "update", ids, data: { label: `bulk ${request}` } });
  await failing;

  const { expected, arrived } = await compared("bulk");

  expect(expected.length).toBeGreaterThanOrEqual(BULK_RECORDS * requests);
  expect(sumOf(arrived)).toBe(sumOf(expected));
  await expectLogged();
}

/** The audit log has a row for each committed change of all tags so far, and no other one. */
async function expectLogged(): Promise<void> {
  const database = createDatabase({ url: postgres.url });
  try {
    await sealed(database);
    const versions = await committed("%");

    const expected = new Map([...versions].map(([id, version]) => [id, actionsUntil(version)]));
    expect(await loggedActions(database, "tag")).toEqual(expected);
    expect((await verifyAudit(createAuditTable(database))).broken).toEqual([]);
  } finally {
    await database.close();
  }
}

async function killInDeliveries(): Promise<void> {
  const { data } = await stack.admin.post("/api/article?draft=true", { title: "one" });
  let kills = 2;
  receiver.behaviour.react = ({ body }) => {
    if (body.recordId === data.id && body.event === "article.published" && kills > 0) {
      kills -= 1;
      void stack.pidOf("webhook-worker").then((pid) => pid !== null && process.kill(pid, "SIGKILL"));
      return kills === 1 ? { hangs: true } : {};
    }
    return {};
  };
  await stack.admin.post(`/api/article/${data.id}/publish`);
  await stack.admin.post(`/api/article/${data.id}/unpublish`);

  await eventually(() => receiver.received.some(({ body }) => body.event === "article.unpublished"));

  const messages = receiver.received.filter(({ body }) => body.recordId === data.id);
  const events = messages.map(({ body }) => body.event);
  expect(events.slice(0, 2)).toEqual(["article.published", "article.published"]);
  expect(events.at(-1)).toBe("article.unpublished");
  expect(new Set(messages.slice(0, -1).map(({ id }) => id)).size).toBe(1);
}
