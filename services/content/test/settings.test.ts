import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { newId } from "@colophon/database";
import { startService, type Client, type TestService } from "./support/service.ts";

const PATH = "/api/_me/settings";
const VIEWS = { views: [{ name: "Mine", filter: { featured: true } }] };

let service: TestService;
let admin: Client;
let editor: Client;

beforeAll(async () => {
  service = await startService({
    entities: [{ name: "note", fields: [{ name: "title", type: "text" }] }],
    roles: [
      { name: "admin", isAdmin: true },
      { name: "editor", permissions: { note: { read: true } } },
      { name: "guest", public: true },
    ],
  });
  admin = service.as("admin", service.adminId);
  const { json } = await admin.post("/api/_user", { email: "ed@example.com", role: "editor" });
  editor = service.as("editor", json.data.id);
});

afterAll(() => service.stop());

test("an editor's settings are {} at first; each PUT replaces them as a whole", async () => {
  const first = await editor.get(PATH);
  const saved = await editor.put(PATH, VIEWS);
  const read = await editor.get(PATH);
  await editor.put(PATH, { other: [1, null, "ü\u0000"] });

  expect([first.status, first.json]).toEqual([200, { data: {} }]);
  expect([saved.status, saved.json]).toEqual([200, { data: VIEWS }]);
  expect([read.json, read.headers.get("etag")]).toEqual([{ data: VIEWS }, saved.headers.get("etag")]);
  expect((await editor.get(PATH)).json).toEqual({ data: { other: [1, null, "ü\u0000"] } });
});

test("each editor has their own settings; nobody can read or write another's, also no admin", async () => {
  await editor.put(PATH, { mine: true });

  expect((await admin.get(PATH)).json).toEqual({ data: {} });
  expect((await admin.get(`${PATH}/anything`)).status).toBe(404);
  await admin.put(PATH, { mine: false });
  expect((await editor.get(PATH)).json).toEqual({ data: { mine: true } });
});

test("sessions only: API keys are 403, anonymous callers 401", async () => {
  expect((await service.asKey("editor").get(PATH)).status).toBe(403);
  expect((await service.asKey("admin").put(PATH, {})).status).toBe(403);
  expect((await service.anonymous().get(PATH)).status).toBe(401);
  expect((await service.anonymous().put(PATH, {})).status).toBe(401);
});

test("ETag and If-Match apply: 304 for unchanged settings, 412 for a change in between", async () => {
  const tagOf = async () => (await editor.get(PATH)).headers.get("etag") ?? "";
  const before = await tagOf();

  expect((await editor.get(PATH, { "if-none-match": before })).status).toBe(304);
  expect((await editor.put(PATH, { step: 1 }, { "if-match": before })).status).toBe(200);
  expect((await editor.put(PATH, { step: 2 }, { "if-match": before })).status).toBe(412);
  expect((await editor.put(PATH, { step: 3 }, { "if-match": `${before}, ${await tagOf()}` })).status).toBe(200);
  expect((await editor.put(PATH, { step: 4 }, { "if-none-match": "*" })).status).toBe(412);
  expect((await editor.get(PATH)).json).toEqual({ data: { step: 3 } });
});

test("If-Match applies to the first settings as well", async () => {
  const { json } = await admin.post("/api/_user", { email: "new@example.com", role: "editor" });
  const newcomer = service.as("editor", json.data.id);
  const first = (await newcomer.get(PATH)).headers.get("etag") ?? "";

  expect((await newcomer.put(PATH, { a: 1 }, { "if-match": '"7.abc"' })).status).toBe(412);
  const both = await Promise.all([1, 2].map((a) => newcomer.put(PATH, { a }, { "if-match": first })));
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 412]);
});

test("JSON of at most 64 KB: more is 413, another type than an object 400, another method 405, a parameter 400", async () => {
  const full = { text: "x".repeat(64 * 1024 - '{"text":""}'.length) };

  expect((await editor.put(PATH, full)).status).toBe(200);
  expect((await editor.put(PATH, { text: `${full.text}x` })).status).toBe(413);
  for (const body of ["[]", "1", '"a"', "null", "{"]) expect((await editor.put(PATH, body)).status).toBe(400);
  expect((await editor.post(PATH, {})).status).toBe(405);
  expect((await editor.get(`${PATH}?a=1`)).status).toBe(400);
});

test("settings are deleted with their user", async () => {
  const { json } = await admin.post("/api/_user", { email: "gone@example.com", role: "editor" });
  const id: string = json.data.id;
  await service.as("editor", id).put(PATH, VIEWS);

  expect((await admin.delete(`/api/_user/${id}`)).status).toBe(200);

  const { rowCount } = await service.database.pool.query("select from cms.user_settings where user_id = $1", [id]);
  expect([rowCount, (await service.as("editor", newId()).get(PATH)).json]).toEqual([0, { data: {} }]);
});
