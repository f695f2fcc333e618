import { connect } from "node:net";
import { beforeAll, expect, test } from "@jest/globals";
import type { Client } from "../support/http/client.ts";
import { make, NOBODY, refusal, useSite } from "./site.ts";

const site = useSite();
let admin: Client, editor: Client, visitor: Client;
beforeAll(async () => {
  ({ admin, visitor } = site.stack);
  editor = await site.stack.signInAs("editor");
});

const JSON_TYPE = { "content-type": "application/json" };

test("every error has the contract's format and a request id, and contains no internal details", async () => {
  const answers = await Promise.all([
    visitor.get("/api/nothing"),
    visitor.get("/nowhere"),
    visitor.get("/api/article?limit=x"),
    visitor.send("POST", "/api/health"),
    admin.send("POST", "/api/article", { body: "{", headers: JSON_TYPE }),
    visitor.get("/api//article"),
    visitor.with({ authorization: "Bearer x" }).get("/api/article"),
  ]);

  for (const answer of answers) {
    expect(answer.body).toEqual({
      error: {
        code: expect.stringMatching(/^[A-Z_]+$/),
        message: expect.any(String),
        ...(answer.error.details && { details: expect.any(Array) }),
      },
    });
    expect(answer.headers.get("x-request-id")).toMatch(/^[\w.-]{1,64}$/);
    expect(answer.headers.get("content-type")).toContain("application/json");
    expect(answer.text).not.toMatch(/node_modules|\.ts:|select |stack/i);
  }
});

test("a caller's request id is kept if it is well-formed, and replaced otherwise", async () => {
  const idOf = async (id: string) => (await visitor.get("/api/tag", { "x-request-id": id })).headers.get("x-request-id");

  expect(await idOf("my-own_id.1")).toBe("my-own_id.1");
  expect(await idOf("not one!")).not.toBe("not one!");
  expect(await idOf("x".repeat(65))).not.toBe("x".repeat(65));
});

test("JSON answers are private and always revalidated; those about sign-in, keys and users have no-store", async () => {
  const cacheOf = async (client: Client, path: string) => (await client.get(path)).headers.get("cache-control");

  expect(await cacheOf(admin, "/api/article")).toBe("private, no-cache");
  for (const path of ["/api/auth/me", "/api/admin/config", "/api/_api-keys", "/api/_user"])
    expect(await cacheOf(admin, path)).toBe("no-store");
});

test("no answer names the framework, and every one has nosniff", async () => {
  for (const answer of [
    await visitor.get("/api/tag"),
    await visitor.get("/api/health"),
    await visitor.get("/api/nothing"),
    await visitor.get("/api//x"),
  ]) {
    expect(answer.headers.get("x-powered-by")).toBeNull();
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
  }
});

const UNKNOWN = [
  "/api/nothing",
  "/api/article/x/y",
  "/api/custom/nothing",
  "/api/settings/x",
  `/api/settings/${NOBODY}`,
  "/api/custom",
  "/api",
  "/",
  "/api/article/not-an-id",
  "/api/auth/nothing",
];
test.each(UNKNOWN)("%s does not exist: 404", async (path) => {
  expect(refusal(await admin.get(path))).toMatchObject({ status: 404, code: "NOT_FOUND" });
});

const METHODS: readonly (readonly [method: string, path: string, allow: string[]])[] = [
  ["DELETE", "/api/article", ["GET", "HEAD", "POST"]],
  ["PUT", "/api/article", ["GET", "HEAD", "POST"]],
  ["POST", `/api/article/${NOBODY}`, ["DELETE", "GET", "HEAD", "PATCH", "PUT"]],
  ["POST", "/api/settings", ["GET", "HEAD", "PATCH", "PUT"]],
  ["DELETE", "/api/settings", ["GET", "HEAD", "PATCH", "PUT"]],
  ["POST", "/api/health", ["GET", "HEAD"]],
  ["GET", "/api/auth/request", ["POST"]],
  ["POST", "/api/auth/me", ["GET", "HEAD"]],
  ["PUT", "/api/_api-keys", ["GET", "HEAD", "POST"]],
  ["POST", "/api/_image", ["GET", "HEAD"]],
  ["DELETE", "/api/custom/hello", ["GET", "HEAD", "POST"]],
];
test.each(METHODS)("%s %s is 405 with Allow", async (method, path, allow) => {
  const answer = await admin.send(method, path, method === "GET" ? {} : { body: "{}", headers: JSON_TYPE });

  expect(refusal(answer)).toMatchObject({ status: 405, code: "METHOD_NOT_ALLOWED" });
  expect(
    (answer.headers.get("allow") ?? "")
      .split(", ")
      .filter((name) => name !== "OPTIONS")
      .toSorted(),
  ).toEqual(allow);
});

const PATHS = [
  "/api//article",
  "/api/./article",
  "/api/x/../article",
  "/api/%61rticle",
  "/api/article%2fx",
  "/api/article%5cx",
  "/api/article;x=1",
  "/api/article%00",
  "//api/article",
  "/api/article/%2e%2e/x",
  "/api/articl%65",
];
test.each(PATHS)("the path %s is not canonical: 400 before other checks", async (path) => {
  const answer = await raw(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);

  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  expect(answer).toContain("VALIDATION_ERROR");
});

test("a forged identity is removed, in any spelling", async () => {
  const spellings = [
    "x-cms-identity: admin",
    "X_Cms_Identity: admin",
    "x-cms-identity: a\r\nx-cms-identity: b",
    "Connection: x-cms-identity\r\nx-cms-identity: admin",
    "Expect: 100-continue\r\nx-cms-identity: admin",
  ];
  for (const header of spellings) {
    const answer = await raw(`GET /api/secret HTTP/1.1\r\nHost: x\r\n${header}\r\nConnection: close\r\n\r\n`);

    expect(answer).toMatch(/HTTP\/1\.1 4(00|03|17) /);
    expect(answer).not.toMatch(/HTTP\/1\.1 200/);
  }
});

test.each([
  ["both lengths", "POST /api/article HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n{}"],
  ["two lengths", "POST /api/article HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}"],
  ["two hosts", "GET /api/article HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n"],
  ["no such version", "GET /api/article HTTP/9.9\r\nHost: x\r\n\r\n"],
  ["an absolute target", "GET http://evil.example/api/article HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"],
])("ambiguous framing is 400 and the connection is closed: %s", async (_name, request) => {
  expect(await raw(request)).toMatch(/^HTTP\/1\.1 400 /);
});

test("headers that are too large are 431 in the error format", async () => {
  const answer = await raw(`GET /api/article HTTP/1.1\r\nHost: x\r\nX-Long: ${"a".repeat(40_000)}\r\n\r\n`);

  expect(answer).toMatch(/^HTTP\/1\.1 431 /);
  expect(answer).toContain('"error"');
});

test("the order of refusals: credentials, cross-site, route, permission, body, row", async () => {
  const status = async (client: Client, method: string, path: string, headers: Record<string, string> = {}, body = "{") =>
    (await client.send(method, path, { body, headers: { ...JSON_TYPE, ...headers } })).status;
  const evil = { origin: "https://evil.example" };
  const writer = await site.stack.signInAs("writer");

  expect(await status(visitor, "PUT", "/api/nothing", { ...evil, authorization: "Bearer x" })).toBe(401);
  expect(await status(editor, "PUT", "/api/nothing", evil)).toBe(403);
  expect(await status(editor, "PUT", "/api/nothing")).toBe(404);
  expect(await status(editor, "PUT", "/api/article")).toBe(405);
  expect(await status(writer, "PUT", `/api/tag/${NOBODY}`)).toBe(403);
  expect(await status(writer, "PUT", `/api/tag/${NOBODY}`, { "content-type": "text/plain" })).toBe(403);
  expect(await status(editor, "PUT", `/api/article/${NOBODY}`, { "content-type": "text/plain" })).toBe(415);
  expect(await status(editor, "PUT", `/api/article/${NOBODY}`)).toBe(400);
  expect(await status(editor, "PUT", `/api/article/${NOBODY}`, {}, "{}")).toBe(404);
});

test.each([
  ["no content type", undefined, "{}", 415],
  ["text", "text/plain", "{}", 415],
  ["a form", "application/x-www-form-urlencoded", "title=x", 415],
  ["another charset", "application/json; charset=utf-16", "{}", 415],
  ["cut off", "application/json", '{"title":', 400],
  ["an array", "application/json", "[1]", 400],
  ["a string", "application/json", '"x"', 400],
  ["null", "application/json", "null", 400],
  ["empty", "application/json", "", 400],
  ["too deep", "application/json", '{"a":'.repeat(70) + "1" + "}".repeat(70), 400],
])("a body that is %s", async (_name, type, body, status) => {
  const answer = await admin.send("POST", "/api/article", { body, headers: type ? { "content-type": type } : {} });

  expect(answer.status).toBe(status);
});

test("a body over 1 MB is 413", async () => {
  const answer = await admin.send("POST", "/api/article", { body: JSON.stringify({ title: "x".repeat(1_100_000) }), headers: JSON_TYPE });

  expect(refusal(answer)).toMatchObject({ status: 413, code: "PAYLOAD_TOO_LARGE" });
});

test("invalid UTF-8 is refused", async () => {
  const body = Buffer.concat([Buffer.from('{"title":"'), Buffer.from([0xc3, 0x28]), Buffer.from('"}')]);
  const answer = await fetch(`${site.stack.url}/api/company`, {
    method: "POST",
    body,
    headers: { ...JSON_TYPE, cookie: await cookieOf(admin) },
  });

  expect([400, 401]).toContain(answer.status);
});

test("a single record has a strong ETag of its version; If-None-Match answers 304 without a body", async () => {
  const { id } = await make(admin, "article", { title: "Tagged" });
  const first = await admin.get(`/api/article/${id}`);
  const etag = String(first.headers.get("etag"));

  const same = await admin.get(`/api/article/${id}`, { "if-none-match": etag });
  const other = await admin.get(`/api/article/${id}?fields=title`);
  await admin.put(`/api/article/${id}`, { title: "Changed" });
  const changed = await admin.get(`/api/article/${id}`, { "if-none-match": etag });

  expect(etag).toMatch(/^"1\.[\w-]+"$/);
  expect([same.status, same.text, same.headers.get("etag")]).toEqual([304, "", etag]);
  expect(other.headers.get("etag")).not.toBe(etag);
  expect([changed.status, changed.data.title]).toEqual([200, "Changed"]);
  expect(changed.headers.get("etag")).toMatch(/^"2\./);
});

test("If-Match refuses a write of a record that has changed since: 412", async () => {
  const { id } = await make(admin, "article", { title: "One" });
  const etag = String((await admin.get(`/api/article/${id}`)).headers.get("etag"));

  const first = await admin.put(`/api/article/${id}`, { title: "Two" }, { "if-match": etag });
  const second = await admin.put(`/api/article/${id}`, { title: "Three" }, { "if-match": etag });
  const gone = await admin.delete(`/api/article/${id}`, { "if-match": etag });
  const forced = await admin.delete(`/api/article/${id}`, { "if-match": "*" });

  expect(first.status).toBe(200);
  expect(refusal(second)).toMatchObject({ status: 412, code: "PRECONDITION_FAILED" });
  expect([gone.status, forced.status]).toEqual([412, 200]);
});

test("If-Match accepts a list, and If-None-Match: * refuses to write an existing record", async () => {
  const { id } = await make(admin, "article", { title: "One" });
  const put = async (title: string, headers: Record<string, string>) => (await admin.put(`/api/article/${id}`, { title }, headers)).status;

  expect(await put("Two", { "if-match": '"7.x", "1.x"' })).toBe(200);
  expect(await put("Three", { "if-match": '"7.x", "1.x"' })).toBe(412);
  expect(await put("Three", { "if-none-match": "*" })).toBe(412);
  expect((await admin.put(`/api/article/${NOBODY}`, { title: "x" }, { "if-none-match": "*" })).status).toBe(404);
  expect((await admin.put("/api/legal", { imprint: "First" }, { "if-none-match": "*" })).status).toBe(200);
  expect((await admin.put("/api/legal", { imprint: "Second" }, { "if-none-match": "*" })).status).toBe(412);
});

test("the answer for a new record has a Location", async () => {
  const made = await admin.post("/api/company", { name: "Located" });
  const location = made.headers.get("location");

  expect([made.status, location]).toEqual([201, `/api/company/${made.data.id}`]);
  expect((await admin.get(String(location))).data.name).toBe("Located");
});

test("of fifty updates with the same If-Match, one succeeds", async () => {
  const { id } = await make(admin, "article", { title: "Start" });
  const etag = String((await admin.get(`/api/article/${id}`)).headers.get("etag"));

  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, i) => admin.put(`/api/article/${id}`, { title: `Try ${i}` }, { "if-match": etag })),
  );

  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 412)).toHaveLength(49);
});

test("an Idempotency-Key repeats the first answer, refuses another body, and belongs to one caller and path", async () => {
  const key = { "idempotency-key": "once-1" };
  const first = await admin.post("/api/company", { name: "Once" }, key);
  const again = await admin.post("/api/company", { name: "Once" }, key);
  const other = await admin.post("/api/company", { name: "Twice" }, key);
  const elsewhere = await admin.post("/api/tag", { label: "Once" }, key);
  const editors = await editor.post("/api/company", { name: "Once" }, key);

  expect([first.status, again.status]).toEqual([201, 201]);
  expect(again.body).toEqual(first.body);
  expect(other.status).toBe(400);
  expect(elsewhere.status).toBe(201);
  expect(editors.data.id).not.toBe(first.data.id);
  expect((await admin.get("/api/company?filter[name]=Once")).body.meta.total).toBe(2);
});

test("of twenty simultaneous creates with one Idempotency-Key, one record is created", async () => {
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => admin.post("/api/company", { name: "Raced" }, { "idempotency-key": "race" })),
  );

  expect(new Set(answers.filter(({ status }) => status === 201).map(({ data }) => data.id)).size).toBe(1);
  expect(answers.filter(({ status }) => status !== 201 && status !== 409)).toEqual([]);
  expect((await admin.get("/api/company?filter[name]=Raced")).body.meta.total).toBe(1);
});

test.each([
  ["https://app.example.com", true],
  ["https://app.example.com.evil.example", false],
  ["https://evil.example", false],
  ["http://app.example.com", false],
  ["https://app.example.com:8443", false],
  ["https://APP.example.com", false],
  ["null", false],
])("CORS: the origin %s is allowed: %s", async (origin, allowed) => {
  const answer = await visitor.get("/api/tag", { origin });
  const preflight = await visitor.send("OPTIONS", "/api/tag", {
    headers: { origin, "access-control-request-method": "POST", "access-control-request-headers": "content-type" },
  });

  expect(answer.headers.get("access-control-allow-origin")).toBe(allowed ? origin : null);
  expect(answer.headers.get("access-control-allow-credentials")).toBe(allowed ? "true" : null);
  expect(answer.headers.get("vary")).toMatch(/origin/i);
  expect(preflight.headers.get("access-control-allow-origin")).toBe(allowed ? origin : null);
  if (allowed) expect(preflight.headers.get("access-control-allow-methods")).toContain("POST");
});

test.each([
  [{ origin: "https://evil.example" }, 403],
  [{ origin: "null" }, 403],
  [{ "sec-fetch-site": "cross-site" }, 403],
  [{ origin: "https://app.example.com" }, 201],
  [{ "sec-fetch-site": "same-origin" }, 201],
  [{}, 201],
])("a cookie-authenticated write with %j is %i", async (headers, status) => {
  expect((await admin.post("/api/company", { name: "x" }, headers as Record<string, string>)).status).toBe(status);
});

test("a write from the site's own origin is accepted, and so is a read from a foreign one", async () => {
  expect((await admin.post("/api/company", { name: "x" }, { origin: site.stack.url })).status).toBe(201);
  expect((await admin.get("/api/company", { origin: "https://evil.example" })).status).toBe(200);
});

test("a cross-site sign-in or logout is refused", async () => {
  const evil = { origin: "https://evil.example" };

  expect((await visitor.post("/api/auth/create", { authRequestId: NOBODY, code: "000000" }, evil)).status).toBe(403);
  expect((await visitor.post("/api/auth/logout", undefined, evil)).status).toBe(403);
});

test("health is plain text, not cached and exempt from the rate limit", async () => {
  const answer = await visitor.get("/api/health");

  expect([answer.status, answer.text]).toEqual([200, "ok"]);
  expect(answer.headers.get("content-type")).toContain("text/plain");
  expect(answer.headers.get("cache-control")).toBe("no-store");
});

test("the processes' own health and metrics can't be reached through the gateway", async () => {
  for (const path of ["/livez", "/readyz", "/metrics", "/internal/identify"]) expect((await admin.get(path)).status).toBe(404);
});

async function cookieOf(client: Client): Promise<string> {
  const answer = await client.post("/api/auth/refresh");
  return String(/cms_session=[^;]+/.exec(answer.headers.get("set-cookie") ?? "")?.[0]);
}

/** Sends these bytes unchanged. @returns the bytes of the answer as text */
function raw(request: string): Promise<string> {
  const { hostname, port } = new URL(site.stack.url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(request));
    let text = "";
    socket.setTimeout(60_000, () => socket.destroy());
    socket.on("data", (chunk) => (text += chunk.toString()));
    socket.on("close", () => resolve(text));
    socket.on("error", reject);
  });
}
