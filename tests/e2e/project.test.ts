import { beforeAll, expect, test } from "@jest/globals";
import { eventually } from "../support/eventually.ts";
import type { Client, Json } from "../support/http/client.ts";
import { make, refusal, useSite } from "./site.ts";

const site = useSite();
let admin: Client, editor: Client, writer: Client, visitor: Client;
beforeAll(async () => {
  ({ admin, visitor } = site.stack);
  editor = await site.stack.signInAs("editor");
  writer = await site.stack.signInAs("writer");
});

const eventsAbout = async (about: string): Promise<string[]> =>
  (await admin.get(`/api/journal?filter[about]=${encodeURIComponent(about)}&sort=createdAt`)).data.map((row: Json) => row.event);

test("before-hooks change what is stored, one after the other, and after-hooks run", async () => {
  const record = await make(editor, "hooked", { title: "trim" });

  expect(record).toMatchObject({ title: "trimmed", shout: "TRIMMED" });
  expect(await eventsAbout("trimmed")).toEqual(["beforeCreate"]);
  expect(await eventually(() => eventsAbout(record.id), { accepts: (events) => events.length > 0 })).toEqual(["afterCreate"]);
});

test("a HookError is 400 with its message and field, and nothing is written, not even through the hook's db", async () => {
  const answer = await editor.post("/api/hooked", { title: "refused" });

  expect(refusal(answer)).toEqual({ status: 400, code: "VALIDATION_ERROR", fields: ["title"] });
  expect(answer.text).toContain("This title is taken by a hook");
  expect(await eventsAbout("refused")).toEqual([]);
  expect((await admin.get("/api/hooked?filter[title]=refused")).body.meta.total).toBe(0);
});

test("another error in a hook is a generic 500, and nothing is written", async () => {
  const answer = await editor.post("/api/hooked", { title: "broken" });

  expect(refusal(answer)).toEqual({ status: 500, code: "INTERNAL_ERROR", fields: [] });
  expect(answer.text).not.toContain("canary");
  expect((await admin.get("/api/hooked?filter[title]=broken")).body.meta.total).toBe(0);
});

test("a before-hook that doesn't end is 503, and the answer says that nothing was written", async () => {
  const answer = await editor.withoutRetries().post("/api/hooked", { title: "stuck" });

  expect(refusal(answer)).toMatchObject({ status: 503, code: "SERVICE_UNAVAILABLE" });
  expect(answer.headers.get("retry-after")).toMatch(/^\d+$/);
  expect(answer.text).toContain("nothing was written");
  expect((await admin.get("/api/hooked?filter[title]=stuck")).body.meta.total).toBe(0);
});

test("beforeUpdate gets the previous record, and an after-hook's error changes nothing", async () => {
  const { id } = await make(editor, "hooked", { title: "old" });

  const answer = await editor.put(`/api/hooked/${id}`, { title: "new" });

  expect(answer.status).toBe(200);
  expect(answer.data).toMatchObject({ title: "new", shout: "old → new" });
  await eventually(async () => (await eventsAbout(id)).includes("afterUpdate"));
});

test("beforeDelete can refuse, and afterDelete runs", async () => {
  const keep = await make(editor, "hooked", { title: "keep" });
  const go = await make(editor, "hooked", { title: "go" });

  expect(refusal(await editor.delete(`/api/hooked/${keep.id}`))).toMatchObject({ status: 400, code: "VALIDATION_ERROR" });
  expect((await editor.delete(`/api/hooked/${go.id}`)).status).toBe(200);
  expect((await editor.get(`/api/hooked/${keep.id}`)).status).toBe(200);
  await eventually(async () => (await eventsAbout(go.id)).includes("afterDelete"));
});

test("a custom route gets the user and the role, and a request without credentials", async () => {
  const asWriter = await writer.get("/api/custom/hello?a=1");
  const asVisitor = await visitor.get("/api/custom/hello");

  expect(asWriter.body).toEqual({
    user: { id: expect.any(String), email: "writer@example.com", role: "writer" },
    role: "writer",
    cookie: null,
    authorization: null,
    url: "?a=1",
  });
  expect(asVisitor.body).toMatchObject({ user: null, role: "visitor" });
});

test("a custom route has one handler per method, and determines its status and body", async () => {
  const answer = await writer.post("/api/custom/hello", { some: "thing" });

  expect([answer.status, answer.body]).toEqual([201, { got: { some: "thing" } }]);
  expect((await visitor.get("/api/custom/plain")).body).toEqual({ plain: "value" });
  expect([(await visitor.get("/api/custom/refuses")).status, (await visitor.get("/api/custom/refuses")).body]).toEqual([
    418,
    { error: { code: "TEAPOT", message: "short and stout" } },
  ]);
});

test("a custom route's answer is private and has nosniff, like every answer", async () => {
  for (const route of ["hello", "plain", "refuses"]) {
    const { headers } = await visitor.get(`/api/custom/${route}`);

    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("cache-control")).toBe("private, no-cache");
  }
});

test("admins may always call a custom route, roles that are not listed are 403", async () => {
  expect((await admin.get("/api/custom/admins")).body).toEqual({ user: expect.objectContaining({ role: "admin" }) });
  expect((await admin.get("/api/custom/hello")).status).toBe(200);
  expect((await editor.get("/api/custom/admins")).status).toBe(403);
  expect((await editor.get("/api/custom/hello")).status).toBe(403);
  expect((await visitor.post("/api/custom/hello", {})).status).toBe(403);
});

test("an exception in a custom route is a generic 500", async () => {
  const answer = await visitor.get("/api/custom/throws");

  expect(refusal(answer)).toEqual({ status: 500, code: "INTERNAL_ERROR", fields: [] });
  expect(answer.text).not.toContain("canary");
});

test("a custom route's db is the Prisma client and the entities", async () => {
  expect((await admin.get("/api/custom/count")).body).toEqual({ users: expect.any(Number), articles: 0 });
});

test("a global with optional fields only exists from the first start, with its defaults", async () => {
  const answer = await visitor.get("/api/settings");

  expect(answer.status).toBe(200);
  expect(answer.data).toMatchObject({
    id: expect.any(String),
    _type: "settings",
    theme: "light",
    createdAt: expect.any(String),
    updatedAt: expect.any(String),
    publishedAt: expect.any(String),
  });
});

test("a global with a required field is null until its first PUT, which must be complete; fifty simultaneous ones create one row", async () => {
  expect([(await admin.get("/api/legal")).status, (await admin.get("/api/legal")).body]).toEqual([200, { data: null }]);
  expect(refusal(await admin.put("/api/legal", {}))).toEqual({ status: 400, code: "VALIDATION_ERROR", fields: ["imprint"] });

  const answers = await Promise.all(Array.from({ length: 50 }, (_, i) => admin.put("/api/legal", { imprint: `Version ${i}` })));

  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(new Set(answers.map(({ data }) => data.id)).size).toBe(1);
  expect((await admin.put("/api/legal", {})).data.imprint).toMatch(/^Version/);
});

test("resolve works on a global", async () => {
  const author = await make(admin, "author", { name: "Lead" });
  await admin.put("/api/settings", { lead: author.id });

  expect((await admin.get("/api/settings?resolve[lead]=name")).data.lead).toEqual({ id: author.id, name: "Lead" });
});

test("the admin configuration contains what the role may read, without functions, storage or secrets", async () => {
  const full = await admin.get("/api/admin/config");
  const cut = await writer.get("/api/admin/config");
  const names = ({ data }: Json) => data.entities.map(({ name }: Json) => name).toSorted();

  expect(full.data).toMatchObject({ locales: ["en", "de"], defaultLocale: "en", openapi: false });
  expect(names(full)).toEqual([
    "article",
    "author",
    "company",
    "hooked",
    "journal",
    "legal",
    "page",
    "review",
    "sample",
    "secret",
    "settings",
    "tag",
  ]);
  expect(full.data.builtIns.map(({ name }: Json) => name).toSorted()).toEqual(["_file", "_image", "_user", "_video"]);
  expect(names(cut)).toEqual(["article", "author", "settings"]);
  expect(cut.text).not.toContain("salary");
  expect(full.text).not.toMatch(/"hooks"|handler|storage|cms_session|SECRET/);
  expect((await visitor.get("/api/admin/config")).status).toBeGreaterThanOrEqual(401);
});

test("the admin configuration contains the caller as the auth service returns it", async () => {
  for (const caller of [admin, writer]) {
    const { user, role, isAdmin } = (await caller.get("/api/auth/me")).data;
    expect((await caller.get("/api/admin/config")).data.caller).toEqual({ user, role, isAdmin });
  }
});

test("the built-in entities are listed, and an unknown one is not found", async () => {
  for (const name of ["_user", "_image", "_video", "_file"]) expect((await admin.get(`/api/${name}`)).status).toBe(200);
  expect((await admin.get("/api/_nothing")).status).toBe(404);
});

test("the description is not found if it is not enabled", async () => {
  for (const path of ["/openapi.json", "/docs"]) expect((await admin.get(path)).status).toBe(404);
});
