import { beforeAll, expect, test } from "@jest/globals";
import { eventually } from "../support/eventually.ts";
import type { Client, Json } from "../support/http/client.ts";
import { expireKey } from "../support/database/sign-ins.ts";
import { refusal, useSite } from "./site.ts";

const site = useSite();
let admin: Client, visitor: Client;
beforeAll(() => {
  ({ admin, visitor } = site.stack);
});

const bearer = (key: string) => visitor.with({ authorization: `Bearer ${key}` });
const newKey = async (role: string, more: Record<string, unknown> = {}): Promise<Json> =>
  (await admin.post("/api/_api-keys", { name: `for ${role}`, role, ...more })).data;

test("a new key is shown once, with its prefix", async () => {
  const answer = await admin.post("/api/_api-keys", { name: "deploy", role: "editor" });
  const list = await admin.get("/api/_api-keys");

  expect(answer.status).toBe(201);
  expect(answer.data).toMatchObject({
    id: expect.any(String),
    name: "deploy",
    role: "editor",
    key: expect.stringMatching(/^cms_[0-9A-Za-z]{38}$/),
  });
  expect(answer.data.keyPrefix).toBe(answer.data.key.slice(0, 12));
  expect(answer.headers.get("cache-control")).toBe("no-store");
  expect(list.data.find(({ id }: Json) => id === answer.data.id)).toEqual({
    id: answer.data.id,
    name: "deploy",
    keyPrefix: answer.data.keyPrefix,
    role: "editor",
    expiresAt: null,
    lastUsedAt: null,
    rateLimitPerMinute: null,
    createdAt: expect.any(String),
  });
  expect(list.text).not.toContain(answer.data.key);
});

test("a key acts as its role, and `me` has no user", async () => {
  const { key } = await newKey("writer");

  const me = await bearer(key).get("/api/auth/me");

  expect(me.data).toMatchObject({ user: null, role: "writer", isAdmin: false });
  expect((await bearer(key).get("/api/article")).status).toBe(200);
  expect((await bearer(key).get("/api/tag")).status).toBe(403);
  expect((await bearer(key).post("/api/auth/refresh")).status).toBe(401);
});

test("a key has the time of its last use", async () => {
  const { id, key } = await newKey("editor");
  await bearer(key).get("/api/article");

  const lastUsedAt = await eventually(
    async () => (await admin.get("/api/_api-keys")).data.find((json: Json) => json.id === id).lastUsedAt as string | null,
  );

  expect(lastUsedAt).toMatch(/^\d{4}-/);
});

test("a wrong key is 401 at once, without falling back to the cookie", async () => {
  const { key } = await newKey("editor");
  const typo = key.slice(0, -1) + (key.endsWith("0") ? "1" : "0");
  const foreign = "cms_" + "A".repeat(38);

  for (const authorization of [
    `Bearer ${typo}`,
    `Bearer ${foreign}`,
    "Bearer",
    "Bearer  ",
    "Basic YTpi",
    key,
    `Bearer ${key} x`,
    `Bearer ${key}, Bearer ${key}`,
  ]) {
    const answer = await admin.with({ authorization }).get("/api/article");

    expect([authorization, refusal(answer).status, refusal(answer).code]).toEqual([authorization, 401, "UNAUTHORIZED"]);
  }
});

test("an invalid Bearer token is 401 on the public routes too", async () => {
  const bad = visitor.with({ authorization: "Bearer cms_nonsense" });

  expect((await bad.post("/api/auth/request", { email: "a@example.com" })).status).toBe(401);
  expect((await bad.post("/api/auth/logout")).status).toBe(401);
});

test("a key expires", async () => {
  const { id, key } = await newKey("editor", { expiresAt: new Date(Date.now() + 3_600_000).toISOString() });
  const other = await newKey("editor");
  expect((await bearer(key).get("/api/article")).status).toBe(200);

  await expireKey(site.stack.databaseUrl, id);
  await admin.delete(`/api/_api-keys/${other.id}`); // gateways look up all credentials again

  await eventually(async () => (await bearer(key).get("/api/article")).status === 401, { what: "the key has expired" });
});

test("a revoked key is refused", async () => {
  const { id, key } = await newKey("editor");
  expect((await bearer(key).get("/api/article")).status).toBe(200);

  const answer = await admin.delete(`/api/_api-keys/${id}`);
  await eventually(async () => (await bearer(key).get("/api/article")).status === 401, { what: "the key is refused" });

  expect([answer.status, answer.body]).toEqual([200, { data: { id } }]);
  expect((await admin.delete(`/api/_api-keys/${id}`)).status).toBe(404);
});

test.each([
  [{ role: "editor" }, ["name"]],
  [{ name: "x" }, ["role"]],
  [{ name: "x", role: "emperor" }, ["role"]],
  [{ name: "x", role: "editor", expiresAt: "2020-01-01T00:00:00.000Z" }, ["expiresAt"]],
  [{ name: "x", role: "editor", expiresAt: "soon" }, ["expiresAt"]],
])("a new key with %j is refused at %j", async (body, fields) => {
  expect(refusal(await admin.post("/api/_api-keys", body))).toEqual({ status: 400, code: "VALIDATION_ERROR", fields });
});

test("only admin sessions manage keys: other roles and API keys are 403, anonymous callers are refused", async () => {
  const { key } = await newKey("admin");
  const editor = await site.stack.signInAs("editor");

  for (const client of [editor, bearer(key)]) {
    expect((await client.get("/api/_api-keys")).status).toBe(403);
    expect((await client.post("/api/_api-keys", { name: "x", role: "editor" })).status).toBe(403);
  }
  expect([401, 403]).toContain((await visitor.get("/api/_api-keys")).status);
});

test("a Bearer token needs no allowed Origin for an unsafe method", async () => {
  const { key } = await newKey("editor");

  expect(
    (await bearer(key).post("/api/company", { name: "x" }, { origin: "https://evil.example", "sec-fetch-site": "cross-site" })).status,
  ).toBe(201);
});
