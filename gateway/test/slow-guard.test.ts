import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import { connect, type AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import { createClientReader } from "../src/requests/client-address.ts";
import { createSlowGuard } from "../src/connections/slow-guard.ts";
import { openCall, type Call } from "../src/requests/call.ts";

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

interface Given {
  readonly isUpload?: boolean;
  /** Whether the whole body has arrived. */
  readonly complete?: boolean;
  /** Whether the service takes the bytes that arrive. */
  readonly flowing?: boolean;
  /** Bytes of the answer that wait for the caller. */
  readonly unread?: number;
  /** How many bytes the caller sends in each second. */
  readonly sentPerSecond?: number;
  /** How many bytes of the answer it reads in each second. */
  readonly readPerSecond?: number;
}

/** A connection with one request, whose bytes move with the clock of the test. */
function watched(guard: ReturnType<typeof createSlowGuard>, given: Given) {
  const { isUpload = false, complete = false, flowing = true, unread = 0, sentPerSecond = 0, readPerSecond = 0 } = given;
  const began = performance.now();
  const endedAt: number[] = [];
  const end = () => {
    unwatch();
    endedAt.push(Math.round(performance.now() - began));
  };
  const moved = (perSecond: number) => Math.floor(((performance.now() - began) / 1_000) * perSecond);
  const socket = {
    get bytesRead() {
      return moved(sentPerSecond);
    },
    get bytesWritten() {
      return unread + moved(readPerSecond);
    },
    writableLength: unread,
    destroy: end,
  };
  const call = {
    policy: { body: isUpload ? "upload" : "json" },
    client: { limitKey: "127.0.0.1" },
    request: { complete, readableFlowing: flowing, socket },
    response: { headersSent: false },
    atServiceBytes: 0,
    fail: end,
  };
  const unwatch = guard.watch(call as unknown as Call);
  return endedAt;
}

/** After how many milliseconds the guard ends such a request, or null if it doesn't in ten minutes. */
function lifeOf(given: Given): number | null {
  const guard = createSlowGuard();
  const endedAt = watched(guard, given);
  jest.advanceTimersByTime(600_000);
  guard.stop();
  return endedAt[0] ?? null;
}

test("a body that is incomplete after thirty seconds is aborted, however slowly or fast it arrives", () => {
  expect([lifeOf({ sentPerSecond: 50 }), lifeOf({ sentPerSecond: 100_000 })]).toEqual([30_000, 30_000]);
});

test("an upload may take longer while 4 kB a second arrive, and is aborted after a minute with less", () => {
  const lives = [4_100, 3_900, 0].map((sentPerSecond) => lifeOf({ isUpload: true, sentPerSecond }));

  expect(lives).toEqual([null, 60_000, 60_000]);
});

test("an answer that the caller doesn't read is aborted; one that is read, however long it takes, isn't", () => {
  const unread = { complete: true, unread: 1_000_000 };

  expect(lifeOf(unread)).toBe(30_000);
  expect(lifeOf({ ...unread, readPerSecond: 300 })).toBe(null); // 8 KiB in each window
  expect(lifeOf({ ...unread, readPerSecond: 250 })).toBe(30_000);
});

test("bytes that a caller sends do not count as reading", () => {
  expect(lifeOf({ complete: true, unread: 1_000_000, sentPerSecond: 100_000 })).toBe(30_000);
});

test("an upload that its service reads slowly is not aborted", () => {
  expect(lifeOf({ isUpload: true, flowing: false })).toBe(null);
});

test("a caller that waits for a service is not aborted", () => {
  expect(lifeOf({ complete: true })).toBe(null);
});

test.each([
  ["answers wait for their readers", "read", { complete: true, unread: 1_000, readPerSecond: 400 }, 30_000],
  ["uploads arrive", "sent", { isUpload: true, sentPerSecond: 6_000 }, 60_000],
])("the more %s, the faster they must be %s", (_what, _how, given, endMs) => {
  const lives = [64, 128].map((count) => {
    const guard = createSlowGuard({ uploadsPerCaller: count });
    const ended = Array.from({ length: count }, () => watched(guard, given));
    jest.advanceTimersByTime(endMs);
    const first = ended.flat()[0] ?? null;
    guard.stop();
    return first;
  });

  expect(lives).toEqual([null, endMs]);
});

test("bodies that exceed their time simultaneously are aborted one after another", () => {
  const guard = createSlowGuard();
  const ended = Array.from({ length: 600 }, () => watched(guard, {}));

  jest.advanceTimersByTime(90_000);
  guard.stop();

  const atOnce = [...Map.groupBy(ended.flat(), (at) => at).values()].map(({ length }) => length);
  expect(ended.flat()).toHaveLength(600);
  expect(Math.max(...atOnce)).toBe(4);
});

test.each<[string, string, RequestListener, boolean]>([
  ["a slow body", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\nx", (request) => void request.resume(), true],
  ["an unread answer", "GET / HTTP/1.1\r\nHost: a\r\n\r\n", (_request, response) => void response.end(Buffer.alloc(50_000_000)), false],
])("the connection of %s is closed", async (_name, bytes, answer, reads) => {
  jest.useRealTimers();
  const guard = createSlowGuard({ windowMs: 100 });
  const server = createServer((request, response) => {
    const call = openCall({ request, response, awaitsContinue: false }, createClientReader());
    call.fail = ({ status }) => void response.writeHead(status, { connection: "close" }).end(() => request.socket.destroy());
    response.once("close", guard.watch(call));
    answer(request, response);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const accepted = once(server, "connection");
  const caller = connect((server.address() as AddressInfo).port, "127.0.0.1", () => void caller.write(bytes)).on("error", () => undefined);
  if (reads) caller.resume();

  const [socket] = await accepted;
  await once(socket, "close");
  guard.stop();
  caller.destroy();
  server.close();

  expect(caller.bytesRead).toBeLessThan(50_000_000);
});
