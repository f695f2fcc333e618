import { hash } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "@jest/globals";
import { renewEpoch } from "@colophon/runtime";
import { makeApiKey } from "@colophon/runtime/credentials";
import { eventually } from "../../tests/support/eventually.ts";
import { addKey, addSession, identityIn, startGateway } from "./support/gateway.ts";
import { sendRaw, type RawAnswer } from "./support/raw.ts";

let gateway: Awaited<ReturnType<typeof startGateway>>;
let closed: Awaited<ReturnType<typeof startGateway>>;
let session: string;
let key: string;
beforeAll(async () => {
  gateway = await startGateway();
  closed = await startGateway({ publicRole: false, redis: gateway.redis, services: gateway.services });
  session = addSession(gateway.services.auth);
  key = addKey(gateway.services.auth);
});
afterAll(async () => {
  await closed.stop();
  await gateway.stop();
});
beforeEach(() => {
  for (const service of Object.values(gateway.services)) {
    service.seen.length = 0;
    service.lookUps = 0;
  }
});

const send = (path: string, ...lines: string[]): Promise<RawAnswer> =>
  sendRaw(gateway.url, ["GET " + path + " HTTP/1.1", "Host: a", ...lines, "", ""].join("\r\n"));
const typo = (good: string): string => good.slice(0, -1) + (good.endsWith("A") ? "B" : "A");

test("a session's cookie acts as its user", async () => {
  await send("/api/article", `Cookie: theme=dark; cms_session=${session}; x=y`);

  expect(identityIn(gateway.services.content.seen[0]!)).toMatchObject({
    kind: "session",
    credentialId: "session-1",
    userId: "user-1",
    role: "editor",
  });
});

test("an API key acts as its role, whatever cookie the request has", async () => {
  for (const cookie of [session, "dead", "x".repeat(60)])
    await send("/api/article", `Authorization: Bearer ${key}`, `Cookie: cms_session=${cookie}`);
  await send("/api/article", `authorization: bEARER ${key}`);

  const identities = gateway.services.content.seen.map(identityIn);
  expect(identities).toHaveLength(4);
  for (const identity of identities) expect(identity).toMatchObject({ kind: "key", credentialId: "key-1", userId: null, role: "reader" });
});

const BAD_AUTHORIZATIONS: [string, () => string[]][] = [
  ["an unknown key", () => [`Authorization: Bearer ${makeApiKey()}`]],
  ["a key with a typo", () => [`Authorization: Bearer ${typo(key)}`]],
  ["a key cut short", () => [`Authorization: Bearer ${key.slice(0, -1)}`]],
  ["a key with something behind it", () => [`Authorization: Bearer ${key} x`]],
  ["a key twice in one header", () => [`Authorization: Bearer ${key}, Bearer ${key}`]],
  ["two headers with the same key", () => [`Authorization: Bearer ${key}`, `Authorization: Bearer ${key}`]],
  ["two headers, the second one bad", () => [`Authorization: Bearer ${key}`, "authorization: Basic YTpi"]],
  ["an empty header", () => ["Authorization: "]],
  ["Bearer alone", () => ["Authorization: Bearer"]],
  ["Bearer and a space", () => ["Authorization: Bearer "]],
  ["a bare key", () => [`Authorization: ${key}`]],
  ["Basic", () => ["Authorization: Basic YWRtaW46YWRtaW4="]],
  ["Basic with a key", () => [`Authorization: Basic ${key}`]],
  ["a session's token as Bearer", () => [`Authorization: Bearer ${session}`]],
  ["a JWT", () => ["Authorization: Bearer eyJhbGciOiJub25lIn0.e30."]],
  ["a key without its prefix", () => [`Authorization: Bearer ${key.slice(4)}`]],
];

test.each(BAD_AUTHORIZATIONS)("401 without falling back to the cookie: %s", async (_name, lines) => {
  for (const path of ["/api/article", "/api/auth/request", "/api/auth/logout", "/api/health", "/nowhere"]) {
    const answer = await send(path, ...lines(), `Cookie: cms_session=${session}`);
    expect(answer.status).toBe(401);
    expect(JSON.parse(answer.body)).toMatchObject({ error: { code: "UNAUTHORIZED" } });
    expect(answer.head).not.toMatch(/set-cookie/i);
  }
  expect(Object.values(gateway.services).flatMap(({ seen }) => seen)).toEqual([]);
});

test("a mistyped key is refused without a request to the auth service", async () => {
  await send("/api/article", `Authorization: Bearer ${typo(key)}`);

  expect(gateway.services.auth.lookUps).toBe(0);
});

const DEAD_COOKIES: [string, string][] = [
  ["unknown", crypto.randomUUID() + crypto.randomUUID()],
  ["empty", ""],
  ["garbage", '%00%ff"<script>'],
  ["quoted", '"0123456789012345678901234567890123456789012"'],
  ["oversized", "a".repeat(5000)],
];

test.each(DEAD_COOKIES)("an invalid cookie is 401 and cleared, except on routes without authentication: %s", async (_name, value) => {
  const refused = await send("/api/article", `Cookie: cms_session=${value}`);
  const open = await send("/api/auth/request", `Cookie: cms_session=${value}`);

  expect(refused.status).toBe(401);
  expect(refused.head).toContain("set-cookie: cms_session=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0");
  expect(open.status).toBe(200);
  expect(identityIn(gateway.services.auth.seen[0]!)).toMatchObject({ kind: "anonymous" });
});

test("two session cookies are 401 everywhere, also when one of them is valid", async () => {
  const pairs = [
    `cms_session=${session}; cms_session=x`,
    `cms_session=x; cms_session=${session}`,
    `cms_session=${session}; a=b; cms_session=${session}`,
  ];

  for (const pair of pairs) {
    expect((await send("/api/article", `Cookie: ${pair}`)).status).toBe(401);
    expect((await send("/api/auth/create", `Cookie: ${pair}`)).status).toBe(401);
  }
  expect((await send("/api/article", `Cookie: cms_session=${session}`, "Cookie: cms_session=x")).status).toBe(401);
});

test("cookies with similar names are ignored", async () => {
  const answer = await send(
    "/api/article",
    `Cookie: xcms_session=1; cms_session2=2; cms_sessions=3; CMS_SESSION=4; cms_session=${session}`,
  );

  expect(answer.status).toBe(200);
  expect(identityIn(gateway.services.content.seen[0]!)).toMatchObject({ kind: "session" });
});

test("a valid cookie is passed to the public routes, so that a sign-in or logout can end that session", async () => {
  await send("/api/auth/logout", `Cookie: cms_session=${session}`);

  expect(identityIn(gateway.services.auth.seen[0]!)).toMatchObject({ kind: "session", credentialId: "session-1" });
});

test("without a public role, an anonymous caller is 401 on all routes that are not public", async () => {
  const statuses: Record<string, number> = {};
  const paths = [
    "/api/article",
    "/api/nowhere",
    "/nowhere",
    "/api/auth/me",
    "/openapi.json",
    "/api/auth/request",
    "/api/auth/create",
    "/api/auth/logout",
    "/api/health",
  ];
  for (const path of paths) statuses[path] = (await fetch(closed.url + path)).status;

  expect(statuses).toEqual({
    "/api/article": 401,
    "/api/nowhere": 401,
    "/nowhere": 401,
    "/api/auth/me": 401,
    "/openapi.json": 401,
    "/api/auth/request": 200,
    "/api/auth/create": 200,
    "/api/auth/logout": 200,
    "/api/health": 200,
  });
  expect(identityIn(gateway.services.auth.seen[0]!)).toMatchObject({ kind: "anonymous", role: "" });
});

test("a token never expires after the credential", async () => {
  let [soon, expiresAt] = ["", ""];
  const get = async () => (await send("/api/article", `Cookie: cms_session=${soon}`)).status;
  const beginSession = async () => {
    expiresAt = new Date(Date.now() + 4_000).toISOString();
    soon = addSession(gateway.services.auth, { credentialId: "soon", expiresAt });
    return (await get()) === 200;
  };

  await eventually(beginSession, { what: "a request arrives before its session ends" });
  gateway.services.auth.credentials.clear();
  await eventually(async () => (await get()) === 401, { what: "the cached identity ends with its session" });
  session = addSession(gateway.services.auth);
  key = addKey(gateway.services.auth);

  const claims = JSON.parse(
    Buffer.from(String(gateway.services.content.seen[0]!.headers["x-cms-identity"]).split(".")[1]!, "base64url").toString(),
  );
  expect(claims.endsAt).toBeLessThanOrEqual(Date.parse(expiresAt));
});

test("without the auth service, callers that need a look-up get 503, not 401; others are served", async () => {
  const fresh = await startGateway();
  const cookie = `cms_session=${addSession(fresh.services.auth)}`;
  await fresh.services.auth.stop();

  const answer = await fetch(`${fresh.url}/api/article`, { headers: { cookie } });
  const anonymous = await fetch(`${fresh.url}/api/article`);
  await fresh.stop();

  expect(answer.status).toBe(503);
  expect(answer.headers.get("retry-after")).toBe("1");
  expect(answer.headers.get("set-cookie")).toBeNull();
  expect(anonymous.status).toBe(200);
});

test("the session's and the device's cookies reach the auth service, as internal headers, and no other service", async () => {
  const device = "d".repeat(43);
  const cookie = `Cookie: cms_session=${session}; cms_device=${device}; theme=dark`;
  await send("/api/auth/refresh", cookie);
  await send("/api/article", cookie);
  await send("/api/_api-keys", cookie);

  const [seen, keys] = gateway.services.auth.seen;
  expect(seen?.headers).toMatchObject({ "x-cms-session": session, "x-cms-device": device });
  for (const other of [keys, gateway.services.content.seen[0]]) {
    expect(other?.headers).not.toHaveProperty("x-cms-session");
    expect(other?.headers).not.toHaveProperty("x-cms-device");
  }
  for (const item of [seen, keys, gateway.services.content.seen[0]]) expect(item?.headers).not.toHaveProperty("cookie");
});

test.each([
  ["a device's header of the caller's own", ["X-Cms-Device: " + "e".repeat(43), "X-Cms-Session: " + "e".repeat(43)]],
  ["two device cookies", [`Cookie: cms_device=${"d".repeat(43)}; cms_device=${"e".repeat(43)}`]],
  ["a device cookie that can't be one", ["Cookie: cms_device=short"]],
  ["a dead session", [`Cookie: cms_session=${"e".repeat(43)}`]],
])("%s doesn't reach the auth service", async (_name, lines) => {
  await send("/api/auth/request", ...lines);

  const [seen] = gateway.services.auth.seen;
  expect(seen?.headers).not.toHaveProperty("x-cms-device");
  expect(seen?.headers).not.toHaveProperty("x-cms-session");
});

test("with an API key, no session is passed on", async () => {
  await send("/api/auth/me", `Authorization: Bearer ${key}`, `Cookie: cms_session=${session}`);

  expect(gateway.services.auth.seen[0]?.headers).not.toHaveProperty("x-cms-session");
});

test("an identity contains the time until which its session is confirmed, and follows the look-up at once", async () => {
  const token = addSession(gateway.services.auth);
  const stored = `session:${hash("sha256", token)}`;
  const found = gateway.services.auth.credentials.get(stored);
  await send("/api/article", `Cookie: cms_session=${token}`);
  gateway.services.auth.credentials.set(stored, { ...found, confirmedUntil: "2999-01-01T00:00:00.000Z" });
  await renewEpoch(gateway.link);
  await send("/api/article", `Cookie: cms_session=${token}`);

  const [before, after] = gateway.services.content.seen.map((seen) => identityIn(seen));
  expect([before?.confirmedUntil, after?.confirmedUntil]).toEqual([null, "2999-01-01T00:00:00.000Z"]);
});
