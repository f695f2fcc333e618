import { createHash } from "node:crypto";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "@jest/globals";
import { Redis } from "ioredis";
import pg from "pg";
import { eventually } from "../support/eventually.ts";
import { startPostgresServer, type OwnPostgres } from "../support/postgres-server.ts";
import { startReceiver, type Received, type Receiver } from "../support/receiver.ts";
import { startRedis, type TestRedis } from "../support/redis.ts";
import { SEPARATE, startTestStack, type TestStack } from "../support/stack.ts";

const RECORDS = 12;
const CHANGES = 25;
/** The number of changes between two faults. */
const BETWEEN_FAULTS = 30;

let receiver: Receiver;
let postgres: OwnPostgres;
let redis: TestRedis;
let stack: TestStack;

beforeAll(async () => {
  [receiver, postgres, redis] = await Promise.all([startReceiver(), startPostgresServer({ durable: true }), startRedis({ own: true })]);
  const variables = { ...SEPARATE, WEBHOOK_URL: receiver.url, CONFIRM_MINUTES: "0", RATE_LIMIT_USER_PER_MINUTE: "1000000" };
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

async function kill(name: string): Promise<void> {
  const pid = await stack.pidOf(name);
  if (pid !== null) process.kill(pid, "SIGKILL");
}

async function emptyRedis(): Promise<void> {
  const client = new Redis(redis.url);
  await client.flushall();
  client.disconnect();
}

/** The committed version of each record. */
async function committed(): Promise<Map<string, number>> {
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  const { rows } = await client.query<{ id: string; version: number }>("select id, version from content.tag");
  await client.end();
  return new Map(rows.map(({ id, version }) => [id, version]));
}

/** The messages about a record, each only the first time that it arrived. */
function firstArrivals(id: string): Received[] {
  const seen = new Set<string>();
  return receiver.received.filter((message) => {
    if (message.body.recordId !== id || seen.has(message.id)) return false;
    seen.add(message.id);
    return true;
  });
}

const sumOf = (lines: readonly string[]) => createHash("sha256").update(lines.join("\n")).digest("hex");

/** Changes tags, with a fault after every few changes, in turn; refused and lost requests are left out. */
async function writeThrough(faults: readonly (() => Promise<unknown>)[]): Promise<void> {
  let sent = 0;
  const change = async (number: number) => {
    const made = await eventually(async () => (await stack.admin.post("/api/tag", { label: `tag ${number}` })).data?.id as string);
    for (let index = 0; index < CHANGES; index += 1) {
      await stack.admin.put(`/api/tag/${made}`, { label: `${number} ${index}` }).catch(() => undefined);
      sent += 1;
    }
  };
  const breaking = async () => {
    for (let count = BETWEEN_FAULTS; count < RECORDS * CHANGES; count += BETWEEN_FAULTS) {
      await eventually(() => sent >= count, { what: `${count} changes are sent` });
      await faults[(count / BETWEEN_FAULTS - 1) % faults.length]?.();
    }
  };
  await Promise.all([breaking(), ...Array.from({ length: RECORDS }, (_, number) => change(number))]);
}

test("whatever is killed, every committed change arrives at least once, in order for each record, and nothing else", async () => {
  receiver.behaviour.react = () => ({ status: Math.random() < 0.05 ? 500 : 204 });
  const restart = async () => {
    await postgres.kill();
    await postgres.startAgain();
  };
  await writeThrough([() => kill("webhook-worker"), () => kill("content"), emptyRedis, () => kill("webhook-worker"), restart]);
  receiver.behaviour.react = () => ({});
  const records = await committed();
  const expected = [...records].flatMap(([id, version]) =>
    Array.from({ length: version }, (_, index) => `${id} ${index + 1} tag.${index === 0 ? "published" : "updated"}`),
  );

  await eventually(() => [...records].every(([id, version]) => firstArrivals(id).length >= version), { what: "all events have arrived" });

  const arrived = [...records.keys()].flatMap((id) => firstArrivals(id).map(({ body }) => `${id} ${body.version} ${body.event}`));
  expect(expected.length).toBeGreaterThan(RECORDS);
  expect(sumOf(arrived)).toBe(sumOf(expected));
  expect(arrived).toEqual(expected);
});

test("a worker that is killed in a delivery, or right after it, repeats it with the same id, before the record's next event", async () => {
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
});
