import { connect } from "node:net";
import { afterAll, afterEach, beforeAll, expect, test } from "@jest/globals";
import type { HookContext } from "@colophon/config";
import { eventually } from "../../../tests/support/eventually.ts";
import { MAX_DUE } from "../src/schedules/schedule-runner.ts";
import { newsroom } from "./support/newsroom.ts";
import { makeDue } from "./support/schedules.ts";
import { startService, type Client, type TestService } from "./support/service.ts";

const SECOND = 1_000;
const HOUR = 3_600_000;
const published: string[] = [];
const site = {
  ...newsroom,
  entities: newsroom.entities.map((entity) =>
    entity.name === "memo" ? { ...entity, hooks: { afterPublish: ({ id }: HookContext) => void published.push(id ?? "") } } : entity,
  ),
};

let service: TestService;
let admin: Client;
let schedulers: ReturnType<TestService["startScheduler"]>[] = [];

beforeAll(async () => {
  service = await startService(site);
  admin = service.as("admin", service.adminId);
});
afterEach(async () => {
  await Promise.all(schedulers.map((scheduler) => scheduler.close()));
  schedulers = [];
});
afterAll(() => service?.stop());

const startSchedulers = (count: number) => void (schedulers = Array.from({ length: count }, () => service.startScheduler()));
const dueNow = (ids: readonly string[]) => makeDue(service.database, ids);
const soon = (ms: number) => new Date(Date.now() + ms).toISOString();
const draft = async (entity = "memo", body: object = { text: "later" }) =>
  (await admin.post(`/api/${entity}?draft=true`, body)).json.data.id;
const isLive = async (path: string) => (await admin.get(`/api/${path}`)).status === 200;

/** All jobs are lost, as after a crash of a Redis without persistence. */
async function emptyRedis(): Promise<void> {
  const { port, hostname, pathname } = new URL(service.redisUrl);
  const socket = connect(Number(port), hostname);
  socket.write(`SELECT ${pathname.slice(1) || 0}\r\nFLUSHDB\r\nQUIT\r\n`);
  await new Promise((resolve) => socket.on("close", resolve).resume());
}

test("a schedule is shown, replaced and cancelled", async () => {
  const path = `/api/memo/${await draft()}/schedule`;
  const [publishAt, unpublishAt] = ["2031-01-01T10:00:00.000Z", "2031-01-02T10:00:00.000Z"];

  const set = await admin.post(path, { publishAt: "2031-01-01T12:00:00+02:00", unpublishAt });
  expect([set.status, set.json.data]).toMatchObject([200, { publishAt, unpublishAt }]);
  expect((await admin.get(path)).json).toEqual(set.json);
  expect((await admin.post(path, { unpublishAt })).json.data).toMatchObject({ publishAt: null, unpublishAt });
  expect((await admin.delete(path)).json.data).toMatchObject({ publishAt: null, unpublishAt: null });
  expect((await admin.get(path)).json.data).toMatchObject({ publishAt: null, unpublishAt: null });
});

test("invalid schedules are refused with their fields; callers without permission and entities without versions have none", async () => {
  const id = await draft();
  const path = `/api/memo/${id}/schedule`;
  const bad = [
    {},
    { publishAt: "tomorrow" },
    { publishAt: "2031-02-30T10:00:00Z" },
    { publishAt: 5 },
    { publishAt: soon(SECOND), when: 1 },
    { publishAt: "2031-01-02T10:00:00Z", unpublishAt: "2031-01-01T10:00:00Z" },
  ];

  const answers = await Promise.all(bad.map((body) => admin.post(path, body)));
  const plain = (await admin.post("/api/plain", { title: "x" })).json.data;

  expect(answers.map(({ status }) => status)).toEqual(bad.map(() => 400));
  expect(answers.map(({ json }) => json.error.details.length)).toEqual(bad.map(() => 1));
  expect((await service.anonymous().post(path, { publishAt: soon(SECOND) })).status).toBe(403);
  expect((await admin.post(`/api/plain/${plain.id}/schedule`, { publishAt: soon(SECOND) })).status).toBe(404);
  expect((await admin.post("/api/memo/0199c0de-0000-7000-8000-000000000000/schedule", { publishAt: soon(SECOND) })).status).toBe(404);
});

test("schedules are carried out once when they are due, with any number of processes", async () => {
  startSchedulers(3);
  published.length = 0;
  const ids = await Promise.all(Array.from({ length: 20 }, () => draft()));
  const [publishAt, unpublishAt] = [soon(HOUR), soon(2 * HOUR)];
  await Promise.all(ids.map((id) => admin.post(`/api/memo/${id}/schedule`, { publishAt, unpublishAt })));
  const count = async () => (await admin.get("/api/memo?limit=0")).json.meta.total;

  const due = await draft();
  await admin.post(`/api/memo/${due}/schedule`, { publishAt: "2026-01-01T00:00:00Z" });
  await eventually(() => isLive(`memo/${due}`), { what: "a schedule that is due is carried out" });
  await admin.delete(`/api/memo/${due}`);
  expect(await count()).toBe(0);
  await dueNow(ids);
  await eventually(count, { accepts: (total) => total === 20 });
  await dueNow(ids);
  await eventually(count, { accepts: (total) => total === 0 });

  expect(published.toSorted()).toEqual([...ids, due].toSorted());
  expect(await service.database.run({ text: "select 1 from cms.schedules where entity = 'memo' and publish_at < now()" })).toEqual([]);
});

test("schedules survive when Redis is emptied", async () => {
  startSchedulers(1);
  const id = await draft();
  await admin.post(`/api/memo/${id}/schedule`, { publishAt: soon(HOUR) });
  await emptyRedis();
  await dueNow([id]);

  await eventually(() => isLive(`memo/${id}`));
});

test("schedules that were due while everything was stopped are carried out later: publish first, then unpublish", async () => {
  const [up, both] = [await draft(), await draft()];
  await admin.post(`/api/memo/${up}/schedule`, { publishAt: "2026-01-01T00:00:00Z" });
  await admin.post(`/api/memo/${both}/schedule`, { publishAt: "2026-01-01T00:00:00Z", unpublishAt: "2026-01-02T00:00:00Z" });
  expect(await isLive(`memo/${up}`)).toBe(false);

  startSchedulers(1);

  await eventually(() => isLive(`memo/${up}`));
  const isDone = async () =>
    (await admin.get(`/api/memo/${both}/versions`)).json.data[0].status === "published" && !(await isLive(`memo/${both}`));
  await eventually(isDone);
});

test("if many schedules are due at once, the next ones are carried out without delay", async () => {
  const many = Array.from({ length: MAX_DUE }, (_, at) => ({ entity: "memo", recordId: String(at) }));
  let looks = 0;

  schedulers = [service.startScheduler({ due: async () => (looks++ < 5 ? many : []), carryOut: async () => undefined })];
  await eventually(() => looks >= 6);
});

test("a step that can't be done fails and is logged, a repeated one has no effect, a cancelled one is not done", async () => {
  startSchedulers(1);
  const incomplete = await draft("memo");
  const live = (await admin.post("/api/memo", { text: "live" })).json.data.id;
  const cancelled = await draft();
  const publishAt = soon(HOUR);
  for (const id of [incomplete, live, cancelled]) await admin.post(`/api/memo/${id}/schedule`, { publishAt });
  await admin.delete(`/api/memo/${cancelled}/schedule`);
  await admin.put(`/api/memo/${incomplete}?draft=true`, { text: null });

  const plans = () =>
    service.database.run({ text: "select 1 from cms.schedules where record_id = any($1) and failed_at is null" }, [[incomplete, live]]);
  await dueNow([incomplete, live]);
  await eventually(async () => (await plans()).length === 0);

  expect(await isLive(`memo/${incomplete}`)).toBe(false);
  expect(await isLive(`memo/${cancelled}`)).toBe(false);
  expect((await admin.get(`/api/memo/${live}/versions`)).json.meta.total).toBe(1);
  expect(service.lines.filter((line) => line.includes("a scheduled step failed permanently"))).toContainEqual(
    expect.stringContaining(incomplete),
  );
});

test("a record is deleted with its schedule", async () => {
  const id = await draft();
  await admin.post(`/api/memo/${id}/schedule`, { publishAt: "2031-01-01T00:00:00Z" });

  await admin.delete(`/api/memo/${id}`);

  expect(await service.database.run({ text: "select 1 from cms.schedules where record_id = $1" }, [id])).toEqual([]);
});

test("a global is also published by a schedule", async () => {
  startSchedulers(1);
  await admin.put("/api/settings?draft=true", { siteName: "Planned" });
  const publishAt = soon(SECOND);

  expect((await admin.post("/api/settings/schedule", { publishAt })).status).toBe(200);

  const isUp = async () => (await admin.get("/api/settings")).json.data?.siteName === "Planned";
  await eventually(isUp);
  expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(publishAt));
});
