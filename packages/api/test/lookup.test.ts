import { expect, test } from "@jest/globals";
import { AREAS, cacheOf, identify, gatewayBudgetMs, maxBodyBytes, policyOf, RESERVED_SEGMENTS, routes, type Route } from "../src/index.ts";

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];
const rows = Object.entries<Route>(routes);
const filled = (path: string) => path.replaceAll(/\{\w+\}/g, "one");

test.each(rows)("the gateway waits longer for %s than its service may take", (_name, { path }) => {
  for (const method of METHODS) {
    const policy = policyOf(filled(path), method);

    expect(policy?.gatewayBudgetMs).toBeGreaterThan(policy?.budgetMs ?? Infinity);
  }
});

test.each(Object.entries(AREAS))(
  "the gateway waits longer for what has no row in the area %s than its service may take",
  (_name, { paths }) => {
    for (const path of paths)
      for (const method of METHODS) {
        const policy = policyOf(path, method);

        expect(policy?.gatewayBudgetMs).toBeGreaterThan(policy?.budgetMs ?? Infinity);
      }
  },
);

test("the gateway waits longer for a credential look-up than the auth service may take", () => {
  expect(gatewayBudgetMs(identify.budgetMs)).toBeGreaterThan(identify.budgetMs);
  expect(policyOf(identify.path)).toBeNull(); // and callers can't reach it
});

test.each(rows)("the row of %s counts for its path", (_name, row) => {
  const policy = policyOf(filled(row.path));
  const { name, upstream, auth, bucket, cache, cookies, body, isStream } = policy ?? {};

  expect({ name, upstream, auth, bucket, cache, cookies, body, isStream }).toEqual({
    name: row.name,
    upstream: row.upstream,
    auth: row.auth,
    bucket: row.bucket,
    cache: row.cache,
    cookies: row.cookies,
    body: row.body,
    isStream: row.isStream,
  });
});

test.each([
  ["/api/auth", "auth", "sign-in", "no-store"],
  ["/api/auth/unknown/path", "auth", "sign-in", "no-store"],
  ["/api/auth/sessions/one", "auth", "session", "no-store"],
  ["/api/auth/sessions/", "auth", "session", "no-store"],
  ["/api/auth/sessions/one/more", "auth", "sign-in", "no-store"],
  ["/api/_api-keys/one/more", "auth", undefined, "no-store"],
  ["/api/_user", "content", undefined, "no-store"],
  ["/api/_user/one", "content", undefined, "no-store"],
  ["/api/_users", "content", undefined, undefined],
  ["/api/authors", "content", undefined, undefined],
  ["/api/assets/one/more", "asset", "files", undefined],
  ["/api/assets/", "asset", "files", undefined],
  ["/api/assets", "content", undefined, undefined],
  ["/api/search/more", "content", undefined, undefined],
  ["/api/custom", "content", undefined, undefined],
  ["/api/", "content", undefined, undefined],
  ["/docs/5.0.0/start.js", "content", undefined, undefined],
])("%s belongs to %s, counts as %s and is kept as %s", (path, upstream, bucket, cache) => {
  const policy = policyOf(path);

  expect([policy?.upstream, policy?.bucket, policy?.cache]).toEqual([upstream, bucket, cache]);
});

test.each(["/api/article/bulk", "/api/_user/bulk"])("%s may take ten seconds, and the gateway waits half a second more", (path) => {
  const policy = policyOf(path, "POST");

  expect([policy?.budgetMs, policy?.gatewayBudgetMs]).toEqual([10_000, 10_500]);
  expect(policy?.cache).toBe(policyOf(path.replace("/bulk", ""))?.cache);
});

test("only reads of files have their own limit", () => {
  expect(["GET", "HEAD", "OPTIONS", "POST", "DELETE"].map((method) => policyOf("/api/assets/one.jpg", method)?.bucket)).toEqual([
    "files",
    "files",
    "files",
    undefined,
    undefined,
  ]);
});

test("no entity may have the name of a part of the API", () => {
  expect([...RESERVED_SEGMENTS].filter((name) => !name.startsWith("_")).toSorted()).toEqual([
    "admin",
    "assets",
    "auth",
    "custom",
    "health",
    "search",
  ]);
});

test("each path has one row, and each operation an id of its own", () => {
  const paths = rows.map(([, { path }]) => path);
  const ids = rows.flatMap(([, { methods }]) => Object.values(methods).map(({ id }) => id));

  expect(paths).toEqual([...new Set(paths)]);
  expect(ids).toEqual([...new Set(ids)]);
});

test.each([
  ["/api/auth/sessions", "no-store"],
  [identify.path, "no-store"],
  ["/api/articles", undefined],
  ["/nowhere", undefined],
])("whether answers at %s may be stored, errors too", (path, expected) => {
  expect(cacheOf(path)).toBe(expected);
});

test("the time limit of an entity's paths is that of their area, if they have none of their own", () => {
  const budgets = ["GET", "POST"].map((method) => policyOf("/api/articles", method)?.budgetMs);

  expect(budgets).toEqual([AREAS.content.budgetMs.read, AREAS.content.budgetMs.write]);
});

test("a body may have a mebibyte, that of an upload the size of the largest file and 64 KiB around it", () => {
  expect(([{}, { body: "upload" }] as const).map((policy) => maxBodyBytes(policy, 5_000_000))).toEqual([1_048_576, 5_065_536]);
});
