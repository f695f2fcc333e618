import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { ConfigDefinition, Permission } from "@colophon/config";
import { newId } from "@colophon/database";
import { eventually } from "../../../tests/support/eventually.ts";
import { makeDue } from "./support/schedules.ts";
import { startService, type Client, type TestService } from "./support/service.ts";

const filter = { state: "open" };
const update: Permission = { filter, fields: { exclude: ["price"] } };
const site: ConfigDefinition = {
  entities: [
    {
      name: "note",
      versions: true,
      fields: [
        { name: "title", type: "text", required: true },
        { name: "state", type: "text" },
        { name: "price", type: "number" },
        { name: "code", type: "text", unique: true },
      ],
    },
  ],
  roles: [
    { name: "admin", isAdmin: true },
    { name: "editor", permissions: { note: { create: true, read: true, update } } },
    { name: "reader", permissions: { note: { read: true } } },
  ],
};
const SECOND = 1_000;
const HOUR = 3_600_000;

let service: TestService;
let admin: Client;
let scheduler: ReturnType<TestService["startScheduler"]>;

beforeAll(async () => {
  service = await startService(site);
  admin = service.as("admin", service.adminId);
  scheduler = service.startScheduler();
});
afterAll(async () => {
  await scheduler?.close();
  await service?.stop();
});

const soon = (ms: number) => new Date(Date.now() + ms).toISOString();
const sql = (text: string, values: readonly unknown[]) => service.database.run({ text }, values);

/** A stored user with that role. */
async function userOf(role: string): Promise<{ id: string; client: Client }> {
  const id = newId();
  await sql("insert into cms.users (id, email, role, published_at) values ($1, $2, $3, now())", [id, `${id}@example.com`, role]);
  return { id, client: service.as(role, id) };
}

/** A stored API key with that role. */
async function keyOf(role: string): Promise<{ id: string; client: Client }> {
  const id = newId();
  await sql("insert into cms.api_keys (id, name, key_prefix, key_hash, role) values ($1, 'k', 'cms_', $2, $3)", [id, id, role]);
  return { id, client: service.asKey(role, id) };
}

const make = async (body: object): Promise<string> => `/api/note/${(await admin.post("/api/note?draft=true", body)).json.data.id}`;

/** The schedule after its end: failed, or done. */
const ended = (path: string) =>
  eventually(async () => (await admin.get(`${path}/schedule`)).json.data, {
    accepts: ({ failed, publishAt }) => failed !== null || publishAt === null,
  });

/** Makes the next step of a record's schedule due now. @returns that time */
const dueNow = (path: string) => makeDue(service.database, [path.split("/").at(-1) ?? ""]);

test("a schedule contains its author, and is refused if publishing or unpublishing would be", async () => {
  const editor = await userOf("editor");
  const [fine, foreign, lacking, priced] = [
    await make({ title: "fine", state: "open" }),
    await make({ title: "foreign", state: "closed" }),
    await make({ state: "open" }),
    await make({ title: "priced", state: "open", price: 1 }),
  ];
  await admin.post(`${priced}/publish`);
  await admin.put(`${priced}?draft=true`, { price: 2 });
  const overtaken = await make({ title: "overtaken", state: "open" });
  await admin.post(`${overtaken}/publish`);
  await admin.put(`${overtaken}?draft=true`, { title: "older" });
  await admin.put(overtaken, { title: "newer" });
  const plan = { publishAt: soon(60 * SECOND) };

  const set = await editor.client.post(`${fine}/schedule`, plan);
  const refused = await Promise.all([foreign, lacking, overtaken].map((path) => editor.client.post(`${path}/schedule`, plan)));

  expect([set.status, set.json.data]).toEqual([200, expect.objectContaining({ ...plan, unpublishAt: null, by: null, failed: null })]); // editors may not read users
  expect((await admin.get(`${fine}/schedule`)).json.data.by).toBe(editor.id);
  expect((await editor.client.get(`${fine}/schedule`)).json).toEqual(set.json);
  expect(refused.map(({ status }) => status)).toEqual([403, 400, 409]);
  expect(refused[1]?.json.error.details).toEqual([{ field: "title", message: "is required" }]);
  expect((await editor.client.post(`${foreign}/schedule`, { unpublishAt: plan.publishAt })).status).toBe(403);
  for (const path of [foreign, lacking, overtaken]) expect((await admin.get(`${path}/schedule`)).json.data.publishAt).toBeNull();
  expect((await admin.get(fine)).status).toBe(404); // a request has changed nothing
  await editor.client.delete(`${fine}/schedule`);
});

test.each<[string, string, (author: { id: string; client: Client }, path: string) => Promise<unknown>]>([
  ["another role", "FORBIDDEN", ({ id }) => sql("update cms.users set role = 'reader' where id = $1", [id])],
  ["a role that is gone", "FORBIDDEN", ({ id }) => sql("update cms.users set role = 'gone' where id = $1", [id])],
  ["been deleted", "UNAUTHORIZED", ({ id }) => sql("delete from cms.users where id = $1", [id])],
  ["lost the record to a row filter", "FORBIDDEN", (_, path) => admin.put(`${path}?draft=true`, { state: "closed" })],
])("when it is due, a schedule whose author has %s fails with %s, reports it, and changes nothing", async (_, code, change) => {
  const author = await userOf("editor");
  const path = await make({ title: "planned", state: "open" });
  expect((await author.client.post(`${path}/schedule`, { publishAt: soon(HOUR) })).status).toBe(200);

  await change(author, path);
  const publishAt = await dueNow(path);
  const over = await ended(path);

  const exists = (await sql("select from cms.users where id = $1", [author.id])).length > 0;
  expect(over).toMatchObject({ publishAt, unpublishAt: null, by: exists ? author.id : null, failed: { code } });
  expect(Date.parse(over.failed.at)).toBeGreaterThanOrEqual(Date.parse(publishAt));
  expect((await admin.get(path)).status).toBe(404);
});

test.each([
  ["expired", true, "update cms.api_keys set expires_at = now() where id = $1"],
  ["been revoked", false, "delete from cms.api_keys where id = $1"],
])("a schedule of a key that has %s fails", async (_, exists, text) => {
  const key = await keyOf("editor");
  const path = await make({ title: "by key", state: "open" });
  expect((await key.client.post(`${path}/schedule`, { publishAt: soon(HOUR) })).status).toBe(200);

  await sql(text, [key.id]);
  await dueNow(path);

  expect(await ended(path)).toMatchObject({ by: exists ? key.id : null, failed: { code: "UNAUTHORIZED" } });
  expect((await admin.get(path)).status).toBe(404);
});

test("schedules of a user, of a key and of older releases without authors are carried out", async () => {
  const [user, key] = [await userOf("editor"), await keyOf("editor")];
  const paths = await Promise.all(["user", "key", "nobody"].map((title) => make({ title, state: "open" })));
  const publishAt = soon(HOUR);
  await user.client.post(`${paths[0]}/schedule`, { publishAt });
  await key.client.post(`${paths[1]}/schedule`, { publishAt });
  await user.client.post(`${paths[2]}/schedule`, { publishAt });
  await sql("update cms.schedules set author_kind = null, author_id = null where record_id = $1", [paths[2]?.split("/").at(-1)]);

  await Promise.all(paths.map(dueNow));
  await Promise.all(paths.map(dueNow));
  const over = await Promise.all(paths.map(ended));

  expect(over.map(({ failed, by }) => [failed, by])).toEqual(paths.map(() => [null, null]));
  const titles = await Promise.all(paths.map(async (path) => (await admin.get(path)).json.data.title));
  expect(titles).toEqual(["user", "key", "nobody"]);
});

test("unpublishing is also checked with its author's permissions, and a new schedule replaces a failed one", async () => {
  const author = await userOf("editor");
  const path = await make({ title: "stays", state: "open" });
  await admin.post(`${path}/publish`);
  expect((await author.client.post(`${path}/schedule`, { unpublishAt: soon(HOUR) })).status).toBe(200);

  await sql("update cms.users set role = 'reader' where id = $1", [author.id]);
  const unpublishAt = await dueNow(path);
  await eventually(async () => (await admin.get(`${path}/schedule`)).json.data.failed);

  expect((await admin.get(`${path}/schedule`)).json.data).toMatchObject({ unpublishAt, failed: { code: "FORBIDDEN" } });
  expect((await admin.get(path)).status).toBe(200);
  const again = soon(60 * SECOND);
  expect((await admin.post(`${path}/schedule`, { unpublishAt: again })).json.data).toMatchObject({ unpublishAt: again, failed: null });
});

test("failed schedules are kept for 30 days", async () => {
  const [old, recent] = [await make({ title: "old" }), await make({ title: "recent" })];
  for (const [path, days] of [
    [old, 31],
    [recent, 29],
  ] as const) {
    await admin.post(`${path}/schedule`, { publishAt: "2031-01-01T00:00:00Z" });
    const values = [path.split("/").at(-1), days];
    await sql(
      "update cms.schedules set failed_at = now() - make_interval(days => $2), failed_code = 'CONFLICT' where record_id = $1",
      values,
    );
  }

  await service.content.sweep();

  expect((await admin.get(`${old}/schedule`)).json.data.failed).toBeNull();
  expect((await admin.get(`${recent}/schedule`)).json.data.failed).toMatchObject({ code: "CONFLICT" });
});
