import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { addKey, addSession, startGateway } from "./support/gateway.ts";
import { sendRaw } from "./support/raw.ts";

let gateway: Awaited<ReturnType<typeof startGateway>>;
let cookie: string;
let key: string;
beforeAll(async () => {
  gateway = await startGateway({
    origins: ["https://site.example", "http://localhost:3000"],
    env: { TRUST_PROXY: undefined, CMS_PUBLIC_URL: "https://cms.example" },
  });
  cookie = `cms_session=${addSession(gateway.services.auth)}`;
  key = `Bearer ${addKey(gateway.services.auth)}`;
});
afterAll(() => gateway.stop());

async function send(method: string, path: string, headers: Record<string, string>) {
  const lines = Object.entries({ host: "cms.local", connection: "close", ...headers })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join("");
  return sendRaw(gateway.url, `${method} ${path} HTTP/1.1\r\n${lines}\r\n`);
}

test.each(["https://site.example", "http://localhost:3000"])("an allowed origin may read answers: %s", async (origin) => {
  const answer = await send("GET", "/api/article", { origin });

  expect(answer.head).toContain(`access-control-allow-origin: ${origin}`);
  expect(answer.head).toContain("access-control-allow-credentials: true");
  expect(answer.head).toContain("access-control-expose-headers: ETag");
  expect(answer.head).toContain("vary: Origin");
});

test.each([
  "https://evil.example",
  "null",
  "https://site.example.evil.com",
  "https://evilsite.example",
  "http://site.example",
  "https://site.example:8443",
  "https://SITE.example",
  "https://site.example/",
  "https://sub.site.example",
  "https://site.exampl",
  "file://",
  "https://site.example, https://evil.example",
  "http://localhost",
  "http://localhost:30000",
  "*",
  "site.example",
  "https://user@site.example",
  "https://site.example.",
  "chrome-extension://x",
  "HTTPS://site.example",
])("other origins may not read answers, also refusals: %s", async (origin) => {
  for (const path of ["/api/article", "/api//article", "/nowhere"]) {
    const answer = await send("GET", path, { origin });
    expect(answer.head).not.toMatch(/access-control-/i);
    expect(answer.head).toContain("vary: Origin");
  }
});

test("an allowed origin can read refusals too", async () => {
  const answer = await send("GET", "/api//article", { origin: "https://site.example" });

  expect(answer.status).toBe(400);
  expect(answer.head).toContain("access-control-allow-origin: https://site.example");
});

test("a preflight request is answered by the gateway, with permissions for allowed origins only", async () => {
  const ask = { "access-control-request-method": "PUT", "access-control-request-headers": "content-type,x-mine" };

  const listed = await send("OPTIONS", "/api/article/1", { origin: "https://site.example", ...ask });
  const evil = await send("OPTIONS", "/api/article/1", { origin: "https://evil.example", ...ask });

  expect([listed.status, evil.status]).toEqual([204, 204]);
  expect(listed.head).toContain("access-control-allow-methods: GET, HEAD, POST, PUT, PATCH, DELETE");
  expect(listed.head).toContain("access-control-allow-headers: content-type,x-mine");
  expect(evil.head).not.toMatch(/access-control-allow/i);
  expect(gateway.services.content.seen.filter(({ method }) => method === "OPTIONS")).toEqual([]);
});

const SITES: [name: string, headers: Record<string, string>, allowed: boolean][] = [
  ["no browser", {}, true],
  ["the service's own origin", { origin: "http://cms.local" }, true],
  ["the service's public address", { origin: "https://cms.example" }, true],
  ["a listed origin", { origin: "https://site.example", "sec-fetch-site": "cross-site" }, true],
  ["the same origin, says the browser", { "sec-fetch-site": "same-origin" }, true],
  ["the person, says the browser", { "sec-fetch-site": "none" }, true],
  ["https in front of us, says the browser", { origin: "https://cms.local", "sec-fetch-site": "same-origin" }, true],
  ["another scheme without the browser's word", { origin: "https://cms.local" }, false],
  ["another site", { origin: "https://evil.example" }, false],
  ["another site that claims to be the same", { origin: "https://evil.example", "sec-fetch-site": "same-origin" }, false],
  ["null", { origin: "null" }, false],
  ["another port", { origin: "http://cms.local:81" }, false],
  ["a suffix", { origin: "http://cms.local.evil.example" }, false],
  ["another site without Origin", { "sec-fetch-site": "cross-site" }, false],
  ["a sister site without Origin", { "sec-fetch-site": "same-site" }, false],
];

test.each(SITES)("an unsafe request with a cookie from %s", async (_name, headers, allowed) => {
  for (const method of ["POST", "PUT", "PATCH", "DELETE"]) {
    const answer = await send(method, method === "POST" ? "/api/assets/upload" : "/api/article/1", { cookie, ...headers });
    expect(answer.status).toBe(allowed ? 200 : 403);
    if (!allowed) expect(JSON.parse(answer.body)).toMatchObject({ error: { code: "FORBIDDEN" } });
  }
});

test.each(SITES)("a sign-in or logout from %s, with and without a cookie", async (_name, headers, allowed) => {
  for (const path of ["/api/auth/create", "/api/auth/logout", "/api/auth/request"]) {
    expect((await send("POST", path, headers)).status).toBe(allowed ? 200 : 403);
    expect((await send("POST", path, { cookie: "cms_session=dead", ...headers })).status).toBe(allowed ? 200 : 403);
  }
});

test("the cross-site check doesn't apply to reads, Bearer tokens and callers without a cookie", async () => {
  const headers = { origin: "https://evil.example", "sec-fetch-site": "cross-site" };

  expect((await send("GET", "/api/article", { cookie, ...headers })).status).toBe(200);
  expect((await send("POST", "/api/article", { authorization: key, cookie, ...headers })).status).toBe(200);
  expect((await send("POST", "/api/article", headers)).status).toBe(200);
  expect((await send("POST", "/api/auth/logout", { authorization: key, ...headers })).status).toBe(200);
});

test("401 is checked before the cross-site 403, and this before 404", async () => {
  const evil = { origin: "https://evil.example" };

  expect((await send("POST", "/api/article", { cookie: "cms_session=dead", ...evil })).status).toBe(401);
  expect((await send("POST", "/nowhere", { cookie, ...evil })).status).toBe(403);
  expect((await send("POST", "/nowhere", { cookie })).status).toBe(404);
});

test("a wildcard matches exactly one label", async () => {
  const wild = await startGateway({ origins: ["https://*.example.com", "http://*.example.org:8080"] });
  const isAllowed = async (origin: string) =>
    (await fetch(`${wild.url}/api/article`, { headers: { origin } })).headers.get("access-control-allow-origin") === origin;

  const good = ["https://a.example.com", "https://my-site.example.com", "http://a.example.org:8080"];
  const bad = [
    "https://example.com",
    "https://a.b.example.com",
    "https://.example.com",
    "https://*.example.com",
    "http://a.example.com",
    "https://a.example.com:444",
    "https://a.example.com.evil.net",
    "https://aexample.com",
    "https://evil.net/.example.com",
    "http://a.example.org",
    "null",
  ];
  const allowed = new Set<string>();
  for (const origin of [...good, ...bad]) if (await isAllowed(origin)) allowed.add(origin);
  await wild.stop();

  expect([...allowed]).toEqual(good);
});

test("answers over HTTPS have Strict-Transport-Security; others don't", async () => {
  const proxied = await startGateway({ env: { TRUST_PROXY: ["127.0.0.0/8"] } });
  const secure = await startGateway({ env: { COOKIE_SECURE: true } });
  const of = async (url: string, headers: Record<string, string> = {}) =>
    (await fetch(url, { headers })).headers.get("strict-transport-security");
  const https = { "x-forwarded-proto": "https" };

  const answers = [
    await of(`${proxied.url}/api/article`, https),
    await of(`${proxied.url}/api//refused`, https),
    await of(`${proxied.url}/api/health`, https),
    await of(`${proxied.url}/api/article`),
    await of(`${secure.url}/api/article`),
  ];
  await Promise.all([proxied.stop(), secure.stop()]);

  const year = "max-age=31536000";
  expect(answers).toEqual([year, year, year, null, year]);
});
