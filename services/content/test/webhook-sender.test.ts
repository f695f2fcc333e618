import http from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, expect, jest, test } from "@jest/globals";
import { nextAttemptAt, parseRetryAfter } from "../src/webhooks/retries.ts";
import { createSender } from "../src/webhooks/send.ts";

const NOW = new Date("2026-11-26T09:30:00.000Z");
let server: http.Server;
let url: string;
/** What the server answers with. */
let answer: (response: http.ServerResponse) => void;

beforeAll(async () => {
  server = http.createServer((_request, response) => answer(response));
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
afterEach(() => void jest.restoreAllMocks());

async function attempt(timeLimitMs?: number) {
  const sender = createSender(timeLimitMs === undefined ? {} : { timeLimitMs });
  const { status, error } = await sender.send({ url, headers: {}, body: "{}", allowPrivate: true });
  sender.close();
  return { status, error };
}

test("an attempt has 10 s", async () => {
  answer = (response) => void response.end();
  const limit = jest.spyOn(AbortSignal, "timeout");

  expect(await attempt()).toEqual({ status: 200, error: null });
  expect(limit.mock.calls).toEqual([[10_000]]);
});

test("a receiver that begins to answer in time and doesn't end is a failure", async () => {
  answer = (response) => {
    response.writeHead(200).write("a");
    const drip = setInterval(() => response.write("a"), 50);
    response.once("close", () => clearInterval(drip));
  };

  expect(await attempt(500)).toEqual({ status: null, error: "no answer within 0.5 s" });
});

test.each([
  ["0", 0],
  ["120", 120_000],
  ["Thu, 26 Nov 2026 09:45:00 GMT", 900_000],
  ["Thu, 26 Nov 2026 09:15:00 GMT", 0],
  ["soon", null],
  [undefined, null],
])("a Retry-After of %s is understood", (value, ms) => {
  expect(parseRetryAfter(value, NOW)).toBe(ms);
});

test.each([
  [null, 30_000],
  [10_000, 30_000],
  [60_000, 60_000],
  [86_400_000, 3_600_000],
])("a receiver that asks for %p ms doesn't get the second repetition earlier than after %p ms", (retryAfterMs, delayMs) => {
  const at = nextAttemptAt({ attempts: 2, firstAt: new Date(NOW.getTime() - 5_000), now: NOW, retryAfterMs });

  expect(at?.getTime()).toBe(NOW.getTime() + delayMs);
});
