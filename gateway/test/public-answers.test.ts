import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { startGateway } from "./support/gateway.ts";

let gateway: Awaited<ReturnType<typeof startGateway>>;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.stop());

const LIMIT_HEADERS = ["ratelimit-limit", "ratelimit-remaining", "ratelimit-reset"];
const headersOf = async (own: Record<string, string>) => {
  gateway.services.content.behave(
    (_request, response) => void response.writeHead(200, { vary: "Cookie, Authorization", ...own }).end("{}"),
  );
  return (await fetch(`${gateway.url}/api/article`)).headers;
};

test("an answer that public caches may store has no header about the caller's rate limit, and varies by origin and credentials", async () => {
  const [shared, own] = [await headersOf({ "cache-control": "public, max-age=0, s-maxage=60", "x-cms-public": "1" }), await headersOf({})];

  expect(LIMIT_HEADERS.map((name) => shared.has(name))).toEqual([false, false, false]);
  expect(LIMIT_HEADERS.map((name) => own.has(name))).toEqual([true, true, true]);
  expect([shared.get("vary"), shared.get("cache-control")]).toEqual(["Origin, Cookie, Authorization", "public, max-age=0, s-maxage=60"]);
  expect([...shared.keys()].filter((name) => name.startsWith("x-cms-"))).toEqual([]);
});
