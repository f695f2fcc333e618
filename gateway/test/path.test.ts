import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { policyOf } from "@colophon/api";
import { isCanonicalPath } from "../src/requests/path.ts";
import { startGateway } from "./support/gateway.ts";
import { sendRaw } from "./support/raw.ts";

const NON_CANONICAL = [
  "//api/auth/request",
  "/api//auth/request",
  "/api/auth//request",
  "/api/auth/request//",
  "/api/./auth/request",
  "/./api/auth/request",
  "/api/auth/request/.",
  "/api/x/../auth/request",
  "/../api/auth/request",
  "/api/auth/request/..",
  "/api/%2e%2e/auth/request",
  "/api/%2E/auth/request",
  "/api/..%2fauth/request",
  "/api%2fauth%2frequest",
  "/api/auth%2Frequest",
  "/api/%61uth/request",
  "/api/a%75th/request",
  "/api/auth/%72equest",
  "/%61pi/auth/request",
  "/api/auth/reques%74",
  "/api/auth;x/request",
  "/api/auth/request;jsessionid=1",
  "/api/auth/request%3b",
  "/api\\auth\\request",
  "/api/auth%5crequest",
  "/api/auth%5Crequest",
  "/api/auth/request%00",
  "/api/auth/request%0a",
  "/api/auth/request%0d%0aX:%20y",
  "/api/auth/request%7f",
  "/api/auth/%2561",
  "/api/auth/request%25",
  "/api/auth/request%",
  "/api/auth/request%2",
  "/api/auth/request%zz",
  "/api/auth/request%3fa=1",
  "/api/auth/request%23",
  "/api/%c0%af/request",
  "/api/%ff",
  "/api/auth/request#x",
  "/api/%41rticle",
  "/api/article/%30",
  "/api/article/%2d",
  "/api/article/%5f",
  "/api/article/%7e",
];
const FOREIGN = [
  "http://evil.example/api/article",
  "http://a:8080/api/article",
  "http://x@a/api/article",
  "ftp://a/api/article",
  "api/article",
  "*",
  "?x=1",
  "/api/<x>",
  "/api/{x}",
  "/api/a|b",
  "/api/a^b",
  "/api/`",
  '/api/"x"',
];

let gateway: Awaited<ReturnType<typeof startGateway>>;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.stop());

test.each([...NON_CANONICAL, ...FOREIGN])("400 before any service sees it: %s", async (target) => {
  const answer = await sendRaw(gateway.url, `GET ${target} HTTP/1.1\r\nHost: a\r\n\r\n`);

  expect(answer.status).toBe(400);
  expect(JSON.parse(answer.body)).toEqual({ error: { code: "VALIDATION_ERROR", message: expect.any(String) } });
  expect(answer.head.toLowerCase()).toContain("x-request-id: ");
  expect(Object.values(gateway.services).flatMap(({ seen }) => seen)).toEqual([]);
});

test.each(["http://a/api/article?x=1", "https://A/api/article?x=1"])("a target in absolute form is its path: %s", async (target) => {
  const answer = await sendRaw(gateway.url, `GET ${target} HTTP/1.1\r\nHost: a\r\n\r\n`);

  expect(answer.status).toBe(200);
  expect(gateway.services.content.seen.pop()?.url).toBe("/api/article?x=1");
});

test("OPTIONS * lists the methods without a request to a service", async () => {
  const answer = await sendRaw(gateway.url, "OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n");

  expect(answer.status).toBe(204);
  expect(answer.head).toMatch(/allow: DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT/i);
  expect(Object.values(gateway.services).flatMap(({ seen }) => seen)).toEqual([]);
});

test.each([
  "/",
  "/api",
  "/api/article",
  "/api/article/",
  "/api/_image",
  "/api/assets/a-b_c.1.jpg",
  "/api/caf%C3%A9",
  "/api/a%20b",
  "/api/a%40b",
  "/api/a@b",
  "/api/..a",
  "/api/a..",
])("canonical: %s", (path) => {
  expect(isCanonicalPath(path)).toBe(true);
});

test.each([
  ["/api/auth/request", "auth", true],
  ["/api/auth/me", "auth", false],
  ["/api/auth/logout", "auth", true],
  ["/api/_api-keys", "auth", false],
  ["/api/_api-keys/1", "auth", false],
  ["/api/_api-keysx", "content", false],
  ["/api/assets/upload", "asset", false],
  ["/api/assets/a.jpg", "asset", false],
  ["/api/search", "search", false],
  ["/api/searches", "content", false],
  ["/api/authors", "content", false],
  ["/api/custom/hello", "content", false],
  ["/openapi.json", "content", false],
  ["/docs", "content", false],
])("%s belongs to %s", (path, upstream, isOpen) => {
  expect(policyOf(path)).toMatchObject({ upstream });
  expect(policyOf(path)?.auth === "anyone").toBe(isOpen);
});

test("a write of content may take slightly longer than the 5 s of its before-hooks, so that the service can report the result", () => {
  const limits = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"].map((method) => policyOf("/api/article/1", method)?.gatewayBudgetMs);

  expect(limits).toEqual([5_000, 5_000, 5_500, 5_500, 5_500, 5_500]);
});

test.each(["/", "/metrics", "/livez", "/readyz", "/internal/identify", "/API/article", "/api", "/docsx"])(
  "no service answers %s",
  async (path) => {
    const answer = await fetch(gateway.url + path);

    expect(policyOf(path)).toBeNull();
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({ error: { code: "NOT_FOUND" } });
  },
);
