/** Processes that are killed at one moment of a delivery, which the tests choose by locks and by the receiver. */
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "@jest/globals";
import pg from "pg";
import { eventually } from "../support/eventually.ts";
import { startReceiver, type Receiver } from "../support/http/receiver.ts";
import { HAS_REPLICAS, startReplica } from "../support/stack/replica.ts";
import { SEPARATE, startTestStack, type TestStack } from "../support/stack/stack.ts";

let receiver: Receiver;
let stack: TestStack;
let postgres: pg.Client;

beforeAll(async () => {
  receiver = await startReceiver();
  const variables = { ...SEPARATE, WEBHOOK_URL: receiver.url, CONFIRM_MINUTES: "0" };
  stack = await startTestStack({ configFile: join(import.meta.dirname, "webhooks.config.ts"), variables });
  postgres = new pg.Client({ connectionString: stack.databaseUrl });
  await postgres.connect();
});
afterAll(async () => {
  await postgres?.end();
  await stack?.stop();
  await receiver?.stop();
});
beforeEach(() => {
  receiver.received.length = 0;
  receiver.behaviour.react = () => ({});
});

const sql = async <T>(text: string, values: readonly unknown[] = []): Promise<T[]> => (await postgres.query(text, [...values])).rows;
const told = (id: string) => receiver.received.filter(({ body }) => body.recordId === id);

async function signal(name: string, signal: NodeJS.Signals): Promise<void> {
  process.kill((await stack.pidOf(name)) ?? 0, signal);
}

test("content that is killed after a commit, before its events are handed over, loses none of them", async () => {
  const labels = ["one", "two", "three"];
  await signal("webhook-worker", "SIGSTOP");
  const { data } = await stack.admin.post("/api/tag/bulk", { action: "create", data: labels.map((label) => ({ label })) });
  const handedOver = "select from cms.webhook_deliveries union all select from cms.outbox where queue = 'webhooks'";
  await signal("content", "SIGKILL");
  const [events, deliveries] = [await sql("select from cms.events"), await sql(handedOver)];
  await signal("webhook-worker", "SIGCONT");
  const ids: string[] = data.ids;
  await eventually(() => ids.every((id) => told(id).length > 0));

  expect([events.length, deliveries.length]).toEqual([labels.length, 0]);
  expect(ids.map((id) => told(id).map(({ body }) => [body.event, body.version]))).toEqual(labels.map(() => [["tag.published", 1]]));
});

test("a worker that is killed while the receiver has a message sends it again with the same id, before the record's next event", async () => {
  receiver.behaviour.react = () => ({ hangs: true });
  const { id } = (await stack.admin.post("/api/tag", { label: "one" })).data;
  await eventually(() => told(id).length === 1);
  await stack.admin.put(`/api/tag/${id}`, { label: "two" });
  await signal("webhook-worker", "SIGKILL");
  receiver.behaviour.react = () => ({});
  await eventually(() => told(id).length === 3);

  const [first, again, next] = told(id);
  expect([first, again, next].map((message) => message?.body.event)).toEqual(["tag.published", "tag.published", "tag.updated"]);
  expect(again?.id).toBe(first?.id);
  expect(next?.id).not.toBe(first?.id);
});

test("a worker that is killed after the receiver's answer, before it has stored it, sends the message again with the same id", async () => {
  const holder = new pg.Client({ connectionString: stack.databaseUrl });
  await holder.connect();
  receiver.behaviour.react = async ({ id }) => {
    await holder.query("begin");
    await holder.query("select from cms.webhook_deliveries where id = $1 for update", [id]);
    return {};
  };
  const { id } = (await stack.admin.post("/api/tag", { label: "one" })).data;
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
    and query ~ '^update cms.webhook_deliveries d set state'`;
  await eventually(async () => (await sql(waiting)).length > 0, { what: "the worker has the answer, and can't store it" });
  await stack.admin.put(`/api/tag/${id}`, { label: "two" });
  receiver.behaviour.react = () => ({});
  await signal("webhook-worker", "SIGKILL");
  await eventually(async () => (await sql(waiting)).length === 0, { what: "PostgreSQL has ended the killed worker's statement" });
  const stored = await sql("select state, attempts from cms.webhook_deliveries where record_id = $1 order by event_id limit 1", [id]);
  await holder.query("rollback");
  await holder.end();
  await eventually(() => told(id).length === 3);

  const [first, again, next] = told(id);
  expect(stored).toEqual([{ state: "pending", attempts: 1 }]);
  expect([first, again, next].map((message) => message?.body.event)).toEqual(["tag.published", "tag.published", "tag.updated"]);
  expect(again?.id).toBe(first?.id);
});

(HAS_REPLICAS ? test : test.skip)(
  "two workers share the deliveries, in order for each record, and go on when one of them is killed",
  async () => {
    const second = await startReplica(stack, "webhook-worker");
    expect(await second.ready()).toBe(true);
    const failed = new Set<string>();
    receiver.behaviour.react = ({ id }) => {
      const fails = receiver.received.length % 40 === 0 && !failed.has(id);
      if (fails) failed.add(id);
      return { status: fails ? 500 : 204 };
    };
    const bulk = (body: object) => stack.admin.post("/api/tag/bulk", body);
    const { ids } = (await bulk({ action: "create", data: Array.from({ length: 100 }, (_, number) => ({ label: String(number) })) })).data;
    const attempts = async () =>
      Number(/^webhook_attempts_total\S* (\d+)/m.exec(await (await fetch(`${second.url}/metrics`)).text())?.[1] ?? 0);
    for (const label of ["two", "three"]) await bulk({ action: "update", ids, data: { label } });
    await eventually(async () => (await attempts()) > 0 && receiver.received.length > 100, {
      what: "the second worker has sent messages, too",
    });
    await second.kill();
    for (const label of ["four", "five"]) await bulk({ action: "update", ids, data: { label } });
    const versionsOf = (id: string) => [...new Set(told(id).map(({ body }) => body.version))];
    await eventually(() => ids.every((id: string) => versionsOf(id).length === 5), { what: "all versions of all records are told" });

    expect(ids.map(versionsOf)).toEqual(ids.map(() => [1, 2, 3, 4, 5]));
  },
);
