import { afterAll, afterEach, beforeAll, beforeEach, expect, jest, test } from "@jest/globals";
import { Webhook } from "standardwebhooks";
import { OLD_SECRET, SECRET, startWebhookSite, type WebhookSite } from "./support/webhook-site.ts";

const HOUR = 3_600_000;
let site: WebhookSite;

beforeAll(async () => {
  site = await startWebhookSite([
    { secret: [SECRET, OLD_SECRET] },
    { name: "records", events: ["article.*"], role: "editor", include: "record" },
  ]);
});
afterAll(() => site.stop());
afterEach(() => void jest.restoreAllMocks());
beforeEach(() => site.clear());

const fromSite = () => site.receiver.received.filter(({ body }) => !("record" in body));
const make = async (path: string, body: object): Promise<string> => (await site.admin.post(path, body)).json.data.id;
const states = () =>
  site.database.run<{ state: string; attempts: number }>({
    text: "select state, attempts from cms.webhook_deliveries where webhook = 'site' order by event_id",
  });

test("a change is delivered with its entity, record, version and cache tags", async () => {
  const id = await make("/api/tag", { title: "one" });
  await site.settle();

  const [message] = site.receiver.received;
  expect(message?.body).toEqual({
    id: message?.id,
    event: "tag.published",
    time: expect.stringMatching(/^\d{4}-.+Z$/),
    entity: "tag",
    recordId: id,
    version: 1,
    locale: null,
    purge: ["tag", id],
  });
  expect(await states()).toEqual([{ state: "delivered", attempts: 1 }]);
});

test.each([SECRET, OLD_SECRET])("the verifier of Standard Webhooks accepts the signature with each of two secrets", async (secret) => {
  await make("/api/tag", { title: "one" });
  await site.settle();

  const [message] = site.receiver.received;
  const verifier = new Webhook(secret);
  jest.spyOn(Date, "now").mockReturnValue(site.clock.ms);
  expect(verifier.verify(message?.text ?? "", message?.headers ?? {})).toEqual(message?.body);
  expect(() => verifier.verify(`${message?.text} `, message?.headers ?? {})).toThrow("No matching signature found");
});

test("entities that the role can't read send nothing, and drafts only to a role that reads them", async () => {
  await make("/api/secret", { title: "one" });
  await make("/api/article?draft=true", { title: "draft" });
  await site.settle();

  expect(site.receiver.received.map(({ body }) => [body.event, body.record?.title])).toEqual([["article.draft", "draft"]]);
});

test("a record in the body is read at each attempt, as the role reads it", async () => {
  site.receiver.behaviour.react = ({ body }) => ({ status: "record" in body ? 500 : 204 });
  const id = await make("/api/article", { title: "one", note: "hidden" });
  await site.settle();
  await site.admin.post(`/api/article/${id}/unpublish`);
  await site.pass(5_000, 5_000);

  const records = site.receiver.received.filter(({ body }) => body.event === "article.published" && "record" in body);
  expect(records.map(({ body }) => body.record)).toEqual([expect.objectContaining({ id, title: "one" }), null]);
  expect(records[0]?.body.record).not.toHaveProperty("note");
  expect(new Set(records.map((record) => record.id)).size).toBe(1);
});

test("events of one record arrive in their order, whatever fails; other records don't wait", async () => {
  const failing = new Set(["1"]);
  const id = await make("/api/tag", { title: "one" });
  site.receiver.behaviour.react = ({ body }) => ({ status: body.recordId === id && failing.has(String(body.version)) ? 500 : 204 });
  await site.admin.put(`/api/tag/${id}`, { title: "two" });
  await site.admin.delete(`/api/tag/${id}`);
  const other = await make("/api/tag", { title: "other" });
  await site.settle();

  expect(
    fromSite()
      .map(({ body }) => body.recordId)
      .toSorted(),
  ).toEqual([id, other].toSorted());
  failing.clear();
  await site.pass(10_000, 5_000);

  expect(
    fromSite()
      .filter(({ body }) => body.recordId === id)
      .map(({ body }) => body.event),
  ).toEqual(["tag.published", "tag.published", "tag.updated", "tag.deleted"]);
});

test("a delivery is repeated after 5 s, 30 s, 2, 10 and 30 min, 1 h, then every 4 h for a day; then the next event follows", async () => {
  const times: number[] = [];
  site.receiver.behaviour.react = ({ body }) => {
    if (body.version === 1) times.push(site.clock.ms);
    return { status: body.version === 1 ? 500 : 204 };
  };
  const id = await make("/api/tag", { title: "one" });
  await site.admin.put(`/api/tag/${id}`, { title: "two" });
  const began = site.clock.ms;
  await site.settle();
  await site.pass(40_000, 5_000);
  await site.pass(25 * HOUR);

  const minutes = times.slice(1).map((ms, index) => Math.round((ms - (times[index] ?? 0)) / 60_000));
  expect(times[1]).toBe(began + 5_000);
  expect(minutes).toEqual([0, 1, 2, 10, 30, 60, 240, 240, 240, 240, 240]);
  expect(await states()).toEqual([
    { state: "failed", attempts: 12 },
    { state: "delivered", attempts: 1 },
  ]);
});

test.each([301, 307, 404, 429, 500, 503])("an answer of %i is a failure, and no redirection is followed", async (status) => {
  site.receiver.behaviour.react = () => ({ status, headers: { location: `${site.receiver.url}/other` }, text: "x".repeat(10_000) });
  await make("/api/tag", { title: "one" });
  await site.settle();

  const [stored] = await site.database.run<{ state: string; status: number; length: number }>({
    text: "select state, status, length(answer) as length from cms.webhook_deliveries",
  });
  expect(stored).toEqual({ state: "pending", status, length: 4_096 });
  expect(site.receiver.received).toHaveLength(1);
});

test("Retry-After is honoured up to an hour", async () => {
  const asked = ["120", "86400"];
  site.receiver.behaviour.react = () => {
    const next = asked.shift();
    return next === undefined ? {} : { status: 429, headers: { "retry-after": next } };
  };
  await make("/api/tag", { title: "one" });
  await site.settle();
  await site.pass(115_000, 5_000);
  expect(site.receiver.received).toHaveLength(1);
  await site.pass(5_000, 5_000);
  expect(site.receiver.received).toHaveLength(2);
  await site.pass(HOUR - 60_000);
  expect(site.receiver.received).toHaveLength(2);
  await site.pass(120_000);

  expect(site.receiver.received).toHaveLength(3);
  expect(await states()).toEqual([{ state: "delivered", attempts: 3 }]);
});

test("410 disables the webhook and drops its events; after it is enabled, new ones are sent", async () => {
  site.receiver.behaviour.react = () => ({ status: 410 });
  const id = await make("/api/tag", { title: "one" });
  await site.admin.put(`/api/tag/${id}`, { title: "two" });
  await site.settle();
  await make("/api/tag", { title: "unheard" });
  await site.settle();

  expect(site.receiver.received).toHaveLength(1);
  expect((await states()).map(({ state }) => state)).toEqual(["failed", "dropped"]);
  site.receiver.behaviour.react = () => ({});
  await site.pass(HOUR);
  expect(site.receiver.received).toHaveLength(1);
  expect((await site.admin.post("/api/_webhooks/site/enable")).status).toBe(200);
  await make("/api/tag", { title: "heard" });
  await site.settle();
  expect(site.receiver.received).toHaveLength(2);
});

test("after 20 failures in a row a webhook gets one probe a minute; a success sends everything", async () => {
  site.receiver.behaviour.react = () => ({ status: 503 });
  for (let index = 0; index < 25; index += 1) await make("/api/tag", { title: String(index) });
  await site.settle();
  expect(site.receiver.received).toHaveLength(20);
  expect(await site.database.run({ text: "select from cms.webhook_deliveries where job_id is not null" })).toEqual([]);
  await site.pass(10 * 60_000);
  expect(site.receiver.received).toHaveLength(30);
  site.receiver.behaviour.react = () => ({});
  await site.pass(60_000);

  const delivered = await states();
  expect(delivered).toHaveLength(25);
  expect(delivered.every(({ state }) => state === "delivered")).toBe(true);
});

test("a receiver that is away for an hour gets everything then, in order for each record and once", async () => {
  await site.receiver.stop();
  const ids = [await make("/api/tag", { title: "one" }), await make("/api/tag", { title: "two" })];
  await site.settle();
  for (const id of ids) await site.admin.put(`/api/tag/${id}`, { title: "changed" });
  await site.pass(HOUR, 5 * 60_000);
  const [stored] = await site.database.run({ text: "select state, status, error from cms.webhook_deliveries order by event_id" });
  expect(stored).toEqual({ state: "pending", status: null, error: expect.stringContaining("ECONNREFUSED") });
  await site.receiver.startAgain();
  await site.pass(HOUR, 5 * 60_000);

  const told = ids.map((id) => site.receiver.received.filter(({ body }) => body.recordId === id).map(({ body }) => body.event));
  expect(told).toEqual(ids.map(() => ["tag.published", "tag.updated"]));
});

test("a receiver that doesn't answer in time is a failure", async () => {
  site.receiver.behaviour.react = () => ({ hangs: true });
  await make("/api/tag", { title: "one" });
  await site.settle(site.impatientWorker);

  const [stored] = await site.database.run({ text: "select state, error from cms.webhook_deliveries" });
  expect(stored).toEqual({ state: "pending", error: "no answer within 1 s" });
});

test("a job that Redis and the outbox lost is planned again", async () => {
  await make("/api/tag", { title: "one" });
  await site.worker.divideEvents();
  await site.database.run({ text: "delete from cms.outbox" });
  await site.worker.maintain();
  await site.settle();

  expect(await states()).toEqual([{ state: "delivered", attempts: 1 }]);
});

test("deliveries are kept for 7 days", async () => {
  await make("/api/tag", { title: "one" });
  await site.settle();
  const [stored] = await site.database.run<{ ended: Date }>({ text: "select greatest(at, ended_at) as ended from cms.webhook_deliveries" });
  site.clock.ms = (stored?.ended.getTime() ?? 0) + 7 * 24 * HOUR - 60_000;
  await site.worker.sweep();
  expect(await states()).toHaveLength(1);
  site.clock.ms += 2 * 60_000;
  await site.worker.sweep();

  expect(await states()).toEqual([]);
});
