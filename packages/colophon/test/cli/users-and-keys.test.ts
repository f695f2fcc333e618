import { createCodes, hashOf, isApiKey } from "@colophon/runtime/credentials";
import { createRedis, EPOCH_KEY } from "@colophon/runtime";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { startRedis, type TestRedis } from "../../../../tests/support/servers/redis.ts";
import { openSite, type TestSite } from "./support/run.ts";

const SECRET = "a secret for tests only";
let site: TestSite;
let redis: TestRedis;
beforeAll(async () => {
  redis = await startRedis();
  site = await openSite({ variables: { REDIS_URL: redis.url } });
});
afterAll(async () => {
  await site.close();
  await redis.stop();
});

async function epoch(): Promise<string | null> {
  const link = createRedis({ redisUrl: redis.url, redisOptions: { enableOfflineQueue: true } }, { commandMs: 60_000 });
  try {
    return await link.client.get(EPOCH_KEY);
  } finally {
    await link.close();
  }
}

test("a user is created by the rules of the API: the address in lower case, the name from it", async () => {
  const { status, stdout } = await site.cms(["users", "create", "Ines@Example.com", "--role", "editor"]);

  const id = stdout.trim();
  expect(await site.sql("select email, name, role, version from cms.users where id = $1", [id])).toEqual([
    { email: "ines@example.com", name: "ines", role: "editor", version: 1 },
  ]);
  expect(status).toBe(0);
});

test("an address in use, an invalid one and an unknown role are refused with a line each", async () => {
  const taken = await site.cms(["users", "create", "FIRST@example.com", "--role", "admin"]);
  const wrong = await site.cms(["users", "create", "first", "--role", "king"]);

  expect(taken.stderr).toBe("That was refused:\n  email: Already taken\n");
  expect(wrong.stderr).toContain("email must be an email address");
  expect(wrong.stderr).toContain("role must be one of admin, editor");
  expect([taken.status, wrong.status]).toEqual([1, 1]);
  expect(await site.sql("select from cms.users where email like 'first%'")).toHaveLength(1);
});

test("a code for a user is printed as the body of a sign-in, without rate limits, and only its HMAC is stored", async () => {
  const { status, stdout, stderr } = await site.cms(["login-code", "FIRST@example.com"], { CMS_SECRET: SECRET });

  const { authRequestId, code } = JSON.parse(stdout);
  expect(code).toMatch(/^\d{6}$/);
  expect(stderr).not.toContain(code);
  const minutes = "round(extract(epoch from expires_at - now()) / 60)::int as minutes";
  expect(await site.sql(`select email, purpose, code_hmac, ${minutes} from cms.login_requests where id = $1`, [authRequestId])).toEqual([
    { email: "first@example.com", purpose: "sign-in", code_hmac: createCodes(SECRET).codeHmac(authRequestId, code), minutes: 10 },
  ]);
  expect(status).toBe(0);
});

test("no code without a user of that address, nor without the services' secret", async () => {
  const unknown = await site.cms(["login-code", "nobody@example.com"], { CMS_SECRET: SECRET });
  const blind = await site.cms(["login-code", "first@example.com"]);

  expect([unknown.status, unknown.stdout, blind.status, blind.stdout]).toEqual([1, "", 1, ""]);
  expect(unknown.stderr).toContain("No user has the address nobody@example.com");
  expect(blind.stderr).toContain("CMS_SECRET is not set");
});

test("a key is the only output on stdout, its hash is stored, and it expires at the given time", async () => {
  const { status, stdout, stderr } = await site.cms(["keys", "create", "build", "--role", "editor", "--expires", "90d"]);

  const key = stdout.trim();
  expect(isApiKey(key)).toBe(true);
  expect(stdout).toBe(`${key}\n`);
  expect(stderr).not.toContain(key);
  const days = "round(extract(epoch from expires_at - now()) / 86400)::int as days";
  expect(await site.sql(`select name, role, key_prefix, ${days} from cms.api_keys where key_hash = $1`, [hashOf(key)])).toEqual([
    { name: "build", role: "editor", key_prefix: key.slice(0, 12), days: 90 },
  ]);
  expect(status).toBe(0);
});

test("a key with an unknown role or an expiry in the past is refused", async () => {
  const before = await site.sql("select from cms.api_keys");

  const unknown = await site.cms(["keys", "create", "a", "--role", "king"]);
  const past = await site.cms(["keys", "create", "a", "--role", "editor", "--expires", "2020-01-01T00:00:00Z"]);
  const vague = await site.cms(["keys", "create", "a", "--role", "editor", "--expires", "tomorrow"]);

  expect(unknown.stderr).toContain("role must be the name of a configured role");
  expect(past.stderr).toContain("expiresAt: Must be in the future");
  expect(vague.stderr).toContain("expiresAt must be a time in ISO 8601 with its zone");
  for (const { status, stdout } of [unknown, past, vague]) expect([status, stdout]).toEqual([1, ""]);
  expect(await site.sql("select from cms.api_keys")).toHaveLength(before.length);
});

test("a revoked key is removed, and every gateway drops its cached identities", async () => {
  const key = (await site.cms(["keys", "create", "gone soon", "--role", "editor"])).stdout.trim();
  const before = await epoch();

  const { status, stderr } = await site.cms(["keys", "revoke", key.slice(0, 12)]);

  expect(stderr).toBe(`The key ${key.slice(0, 12)}… (gone soon) is revoked.\n`);
  expect(status).toBe(0);
  expect(await site.sql("select from cms.api_keys where key_hash = $1", [hashOf(key)])).toEqual([]);
  expect(await epoch()).not.toBe(before);
});

test("a prefix that several keys or no key has revokes nothing", async () => {
  await site.cms(["keys", "create", "one", "--role", "editor"]);
  await site.cms(["keys", "create", "two", "--role", "editor"]);
  const before = await site.sql("select from cms.api_keys");

  const vague = await site.cms(["keys", "revoke", "cms_"]);
  const unknown = await site.cms(["keys", "revoke", "01900000-0000-7000-8000-000000000000"]);

  expect(vague.stderr).toContain("There is no key cms_");
  expect(unknown.stderr).toContain("To see all ids and prefixes, run: cms keys list");
  expect([vague.status, unknown.status]).toEqual([1, 1]);
  expect(await site.sql("select from cms.api_keys")).toHaveLength(before.length);
});

test("without Redis, a key is revoked, and status 2 reports that gateways may not know it yet", async () => {
  const key = (await site.cms(["keys", "create", "lonely", "--role", "editor"])).stdout.trim();

  const { status, stderr } = await site.cms(["keys", "revoke", key], { REDIS_URL: "redis://127.0.0.1:1" });

  expect(stderr).toContain("Redis does not answer");
  expect(status).toBe(2);
  expect(await site.sql("select from cms.api_keys where key_hash = $1", [hashOf(key)])).toEqual([]);
});

test("the list has a line for each key, and never a key itself", async () => {
  const { stdout } = await site.cms(["keys", "list"]);

  const keys = await site.sql<{ id: string }>("select id from cms.api_keys order by created_at desc");
  expect(
    stdout
      .trim()
      .split("\n")
      .map((line) => line.split("\t")[0]),
  ).toEqual(keys.map(({ id }) => id));
  expect(stdout).not.toMatch(/cms_\w{13}/);
});
