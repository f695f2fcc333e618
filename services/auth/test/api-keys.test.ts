import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { EPOCH_KEY, type Identity } from "@colophon/runtime";
import { isApiKey } from "@colophon/runtime/credentials";
import { ANONYMOUS, newAddress, startAuth, type Data, type TestAuth } from "./support.ts";

const PATH = "/api/_api-keys";
let auth: TestAuth;
let admin: Identity;
let editor: Identity;
beforeAll(async () => {
  auth = await startAuth();
  const [first, second] = [newAddress(), newAddress()];
  await auth.addUser(first, "admin");
  await auth.addUser(second, "editor");
  admin = (await auth.signIn(first)).identity;
  editor = (await auth.signIn(second)).identity;
});
afterAll(() => auth.stop());

const create = (body: unknown, as = admin) => auth.call("POST", PATH, { as, body });
const list = async () => (await auth.call<Data[]>("GET", PATH, { as: admin })).body.data;
const inADay = () => new Date(Date.now() + 24 * 60 * 60 * 1000).toISOString();

test("a new key is shown once, in full, with its prefix", async () => {
  const { status, body, headers } = await create({ name: "Website", role: "visitor" });

  expect(status).toBe(201);
  const { id, key, ...rest } = body.data;
  expect(key).toMatch(/^cms_[0-9A-Za-z]{38}$/);
  expect(isApiKey(key)).toBe(true);
  expect(rest).toEqual({ name: "Website", role: "visitor", keyPrefix: key.slice(0, 12) });
  expect(headers.get("cache-control")).toBe("no-store");
  const rows = await auth.sql("select * from cms.api_keys where id = $1", [id]);
  expect(JSON.stringify(rows)).not.toContain(key);
});

test("the list shows everything but the key, newest first", async () => {
  const expiresAt = inADay();
  const { id, keyPrefix } = (await create({ name: "Newest", role: "editor", expiresAt })).body.data;

  const { status, body } = await auth.call<Data[]>("GET", PATH, { as: admin });

  expect(status).toBe(200);
  expect(body.data[0]).toEqual({
    id,
    name: "Newest",
    keyPrefix,
    role: "editor",
    expiresAt,
    lastUsedAt: null,
    createdAt: expect.stringMatching(/Z$/),
    rateLimitPerMinute: null,
  });
  expect(Object.keys(body)).toEqual(["data"]);
});

test("a key acts as its role until it expires", async () => {
  const expiresAt = inADay();
  const { id, key } = (await create({ name: "Bounded", role: "editor", expiresAt })).body.data;

  expect(await auth.identify("key", key)).toEqual({
    kind: "key",
    credentialId: id,
    userId: null,
    role: "editor",
    email: null,
    confirmedUntil: null,
    expiresAt,
    rateLimitPerMinute: null,
  });
  await auth.sql("update cms.api_keys set expires_at = now() - interval '1 second' where id = $1", [id]);
  expect(await auth.identify("key", key)).toBeNull();
});

test("a key may have its own rate limit, which is in the list and in the gateway's look-up", async () => {
  const { status, body } = await create({ name: "Busy", role: "editor", rateLimitPerMinute: 5000 });
  const listed = (await list()).find(({ id }) => id === body.data.id);

  expect([status, body.data.rateLimitPerMinute, listed?.rateLimitPerMinute]).toEqual([201, 5000, 5000]);
  expect(await auth.identify("key", body.data.key)).toMatchObject({ rateLimitPerMinute: 5000 });
});

test.each([0, -1, 1.5, 1_000_001, "100", true])("a rate limit of its own that is %p is 400", async (rateLimitPerMinute) => {
  const { status, body } = await create({ name: "Busy", role: "editor", rateLimitPerMinute });

  expect([status, body.error?.details?.[0]?.field]).toEqual([400, "rateLimitPerMinute"]);
});

test("a key without an expiry has none", async () => {
  const { key } = (await create({ name: "Endless", role: "editor", expiresAt: null })).body.data;

  expect(await auth.identify("key", key)).toMatchObject({ expiresAt: null });
});

test("the last use is stored at most once per minute", async () => {
  const { id, key } = (await create({ name: "Busy", role: "editor" })).body.data;
  const lastUsed = async () => (await list()).find((each) => each.id === id)?.lastUsedAt ?? "never";

  await auth.identify("key", key);
  const first = await lastUsed();
  await auth.identify("key", key);
  const second = await lastUsed();
  await auth.sql("update cms.api_keys set last_used_at = last_used_at - interval '61 seconds' where id = $1", [id]);
  await auth.identify("key", key);
  const third = await lastUsed();

  expect(first).toEqual(expect.any(String));
  expect(second).toBe(first);
  expect(Date.parse(third)).toBeGreaterThanOrEqual(Date.parse(first));
});

test("revoking ends a key at once, and gateways drop their caches", async () => {
  const { id, key } = (await create({ name: "Short", role: "editor" })).body.data;
  const before = await auth.redis.client.get(EPOCH_KEY);

  const { status, body } = await auth.call("DELETE", `${PATH}/${id}`, { as: admin });

  expect([status, body]).toEqual([200, { data: { id } }]);
  expect(await auth.identify("key", key)).toBeNull();
  expect(await auth.redis.client.get(EPOCH_KEY)).not.toBe(before);
  expect((await auth.call("DELETE", `${PATH}/${id}`, { as: admin })).status).toBe(404);
});

test.each([[randomUUID()], ["none"], ["%00"]])("revoking a missing key is 404: %s", async (id) => {
  expect((await auth.call("DELETE", `${PATH}/${id}`, { as: admin })).status).toBe(404);
});

test.each([
  ["no name", { role: "editor" }, ["name"]],
  ["an empty name", { name: "  ", role: "editor" }, ["name"]],
  ["a name that is no text", { name: 7, role: "editor" }, ["name"]],
  ["a name with NUL", { name: "a\0b", role: "editor" }, ["name"]],
  ["a name that is too long", { name: "a".repeat(201), role: "editor" }, ["name"]],
  ["an unknown role", { name: "a", role: "nobody" }, ["role"]],
  ["no role", { name: "a" }, ["role"]],
  ["an end in the past", { name: "a", role: "editor", expiresAt: "2020-01-01T00:00:00.000Z" }, ["expiresAt"]],
  ["an end that is no time", { name: "a", role: "editor", expiresAt: "infinity" }, ["expiresAt"]],
  ["an end without a zone", { name: "a", role: "editor", expiresAt: "2099-01-01T00:00:00" }, ["expiresAt"]],
  ["an unknown field", { name: "a", role: "editor", hash: "x" }, ["hash"]],
  ["a key of one's own", { name: "a", role: "editor", key: "cms_x", keyPrefix: "cms_x" }, ["key", "keyPrefix"]],
  ["nothing", {}, ["name", "role"]],
])("%s is refused, and every invalid field is named", async (_what, body, fields) => {
  const { status, body: answered } = await create(body);

  expect(status).toBe(400);
  expect(answered.error.code).toBe("VALIDATION_ERROR");
  expect(answered.error.details?.map(({ field }) => field).toSorted()).toEqual(fields);
});

test("automatic fields may be sent and are ignored", async () => {
  const id = randomUUID();

  const { status, body } = await create({ id, _type: "x", createdAt: "x", name: "a", role: "editor" });

  expect(status).toBe(201);
  expect(body.data.id).not.toBe(id);
});

describe("only sessions of admins may manage keys", () => {
  const everyRoute = async (as: Identity) => {
    const answers = [await auth.call("GET", PATH, { as }), await create("{", as), await auth.call("DELETE", `${PATH}/none`, { as })];
    return answers.map(({ status }) => status);
  };

  test("an editor's session is 403, before the body is checked", async () => {
    expect(await everyRoute(editor)).toEqual([403, 403, 403]);
  });

  test("an admin's API key is 403", async () => {
    const { key } = (await create({ name: "Admin's", role: "admin" })).body.data;
    const identity = await auth.identify("key", key);

    expect(await everyRoute(identity ?? ANONYMOUS)).toEqual([403, 403, 403]);
  });

  test("an anonymous caller is 401, and 403 with a public role", async () => {
    expect(await everyRoute(ANONYMOUS)).toEqual([401, 401, 401]);
    expect(await everyRoute({ ...ANONYMOUS, role: "visitor" })).toEqual([403, 403, 403]);
  });
});
