import { afterAll, beforeAll, beforeEach, expect, test } from "@jest/globals";
import type { CustomRouteContext, HookContext } from "@colophon/config";
import { createSealer } from "@colophon/database";
import { createTestLog } from "../../../tests/support/test-log.ts";
import { createSayHead } from "../src/audit/audit.jobs.ts";
import { startService, type Client, type TestService } from "./support/service.ts";

const title = { name: "title", type: "text", required: true } as const;
const entities = [
  {
    name: "article",
    versions: true,
    fields: [title, { name: "note", type: "text", hidden: true }],
  },
  {
    name: "tag",
    fields: [title, { name: "note", type: "text", hidden: true }, { name: "count", type: "number" }],
    hooks: {
      async beforeCreate({ db, data }: HookContext) {
        if (data?.["title"] === "refused") throw new Error("no");
        await db.$executeRawUnsafe("update cms.users set name = 'changed' where email = 'admin@example.com'");
      },
    },
  },
] as const;
const roles = [{ name: "admin", isAdmin: true as const }];
let site: TestService;
let admin: Client;

beforeAll(async () => {
  const handler = ({ db }: CustomRouteContext) => db.$executeRawUnsafe("update content.tag set count = 5");
  site = await startService({ entities, roles, audit: { values: true }, customRoutes: [{ name: "count", method: "POST", handler }] });
  admin = site.as("admin", site.adminId);
});
afterAll(() => site.stop());
beforeEach(() => site.database.run({ text: "truncate cms.audit, cms.audit_seals" }));

const rows = async () => (await admin.get("/api/_audit?sort=number&limit=100")).json.data;

test("with `values` a row has the values before and after, never those of hidden fields", async () => {
  const { json } = await admin.post("/api/article", { title: "one", note: "secret" });
  const { id } = json.data;
  await admin.put(`/api/article/${id}`, { title: "two", note: "more secret" });
  await admin.put(`/api/article/${id}?draft=true`, { title: "three", note: "most secret" });

  const found = await rows();
  expect(found.map(({ changes, values }: { changes: string[]; values: object }) => [changes, values])).toEqual([
    [["title", "note"], { title: { before: null, after: "one" } }],
    [["title", "note"], { title: { before: "one", after: "two" } }],
    [["note", "title"], { title: { before: "two", after: "three" } }],
  ]);
  expect(JSON.stringify(found)).not.toContain("secret");
  const history = await admin.get(`/api/article/${id}/history`);
  expect(history.json.data[0]).toMatchObject({ changes: ["title"], values: { title: { before: "two", after: "three" } } });
});

test("changes of a hook in a write's transaction are rows of the same caller, and go with it", async () => {
  await admin.post("/api/tag", { title: "refused" });
  expect(await rows()).toEqual([]);

  await admin.post("/api/tag", { title: "one" }, { "x-request-id": "a-request" });

  expect(await rows()).toEqual([
    expect.objectContaining({ entity: "_user", action: "update", changes: ["name"], requestId: "a-request" }),
    expect.objectContaining({ entity: "tag", action: "create", requestId: "a-request" }),
  ]);
});

test("SQL of a custom route is a row of its caller", async () => {
  await admin.post("/api/tag", { title: "one" });
  await site.database.run({ text: "truncate cms.audit, cms.audit_seals" });

  expect((await admin.post("/api/custom/count", {}, { "x-request-id": "a-request" })).json).toBeDefined();

  const found = await rows();
  expect(found.length).toBeGreaterThan(0);
  for (const row of found)
    expect(row).toMatchObject({ entity: "tag", action: "update", changes: ["count"], requestId: "a-request", actor: { id: site.adminId } });
});

test("the newest number and hash are logged, once each", async () => {
  const sealer = createSealer(site.database);
  const { log, lines } = createTestLog("content");
  const sayHead = createSayHead({ sealer, log });
  const heads = [];
  for (const title of ["one", "two"]) {
    await admin.post("/api/article", { title });
    await sealer.seal();
    heads.push(await sealer.head());
    for (let times = 0; times < 2; times += 1) await sayHead();
  }

  const said = lines.map((line) => JSON.parse(line));
  expect(said.map(({ number, hash }) => ({ number, hash }))).toEqual(heads.map((head) => ({ number: head?.number, hash: head?.hash })));
  expect(new Set(said.map(({ hash }) => hash)).size).toBe(2);
});

test("without the log, its routes are 404, and there are no triggers", async () => {
  const other = await startService({ entities, roles, audit: false });
  try {
    const person = other.as("admin", other.adminId);
    const { json } = await person.post("/api/article", { title: "one" });

    expect((await person.get("/api/_audit")).status).toBe(404);
    expect((await person.get(`/api/article/${json.data.id}/history`)).status).toBe(404);
    expect(await other.database.run({ text: "select from pg_trigger where tgname like 'audit.%'" })).toEqual([]);
    expect(await other.database.run({ text: "select from cms.audit" })).toEqual([]);
  } finally {
    await other.stop();
  }
});
