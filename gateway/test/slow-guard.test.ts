import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import { connect, type AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import type { AppError } from "@colophon/model/errors";
import { createClientReader } from "../src/requests/client-address.ts";
import { createSlowGuard } from "../src/connections/slow-guard.ts";
import { openCall, type Call } from "../src/requests/call.ts";

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

interface Given {
  readonly isUpload?: boolean;
  readonly upstream?: "content" | "gateway";
  readonly caller?: string;
  /** Whether the whole body has arrived, or after how many milliseconds it has. */
  readonly complete?: boolean | number;
  /** Whether the service takes the bytes that arrive. */
  readonly flowing?: boolean;
  /** Whether the answer has begun. */
  readonly headersSent?: boolean;
  /** Bytes of the answer that wait for the caller. */
  readonly unread?: number;
  /** Bytes that the connection moved for earlier requests, in each direction. */
  readonly earlier?: number;
  /** How many bytes the caller sends in each second. */
  readonly sentPerSecond?: number;
  /** How many bytes of the answer it reads in each second, until it stops. */
  readonly readPerSecond?: number;
  readonly stopsAfterMs?: number;
}

/** A connection with one request, whose bytes move with the clock of the test. */
function watched(guard: ReturnType<typeof createSlowGuard>, given: Given) {
  const { isUpload = false, complete = false, flowing = true, unread = 0, earlier = 0, sentPerSecond = 0, readPerSecond = 0 } = given;
  const began = performance.now();
  const ended = { at: [] as number[], how: [] as string[] };
  const end = (how: string) => () => {
    unwatch();
    ended.at.push(Math.round(performance.now() - began));
    ended.how.push(how);
  };
  const age = () => performance.now() - began;
  const read = () => Math.round((Math.min(age(), given.stopsAfterMs ?? Infinity) / 1_000) * readPerSecond);
  const socket = {
    get bytesRead() {
      return earlier + Math.round((age() / 1_000) * sentPerSecond);
    },
    bytesWritten: earlier + unread,
    get writableLength() {
      return unread - read();
    },
    destroy: end("closed"),
  };
  const request = {
    get complete() {
      return typeof complete === "number" ? age() >= complete : complete;
    },
    readableFlowing: flowing,
    socket,
  };
  const call = {
    policy: { body: isUpload ? "upload" : "json", upstream: given.upstream ?? "content" },
    client: { limitKey: given.caller ?? "127.0.0.1" },
    request,
    response: { headersSent: given.headersSent ?? false },
    atServiceBytes: 0,
    fail: ({ code }: AppError) => end(code)(),
  };
  const unwatch = guard.watch(call as unknown as Call);
  return ended;
}

/** When and how the guard ends such a request; empty if it doesn't in ten minutes. */
function endOf(given: Given): ReturnType<typeof watched> {
  const guard = createSlowGuard();
  const ended = watched(guard, given);
  jest.advanceTimersByTime(600_000);
  guard.stop();
  return ended;
}

const lifeOf = (given: Given): number | null => endOf(given).at[0] ?? null;

test("a body that is incomplete after thirty seconds is aborted, however slowly or fast it arrives", () => {
  expect([lifeOf({ sentPerSecond: 50 }), lifeOf({ sentPerSecond: 100_000 })]).toEqual([30_000, 30_000]);
});

test("an upload may take longer while 4 kB a second arrive, and is aborted after a minute with less", () => {
  const lives = [4_000, 3_900, 0].map((sentPerSecond) => lifeOf({ isUpload: true, sentPerSecond }));

  expect(lives).toEqual([null, 60_000, 60_000]);
});

test("an answer that the caller doesn't read is aborted; one that is read, however long it takes, isn't", () => {
  const unread = { complete: true, unread: 1_000_000 };
  const justFastEnough = (8 * 1024) / 30;

  expect(lifeOf(unread)).toBe(30_000);
  expect(lifeOf({ ...unread, readPerSecond: justFastEnough })).toBe(null); // 8 KiB in each window
  expect(lifeOf({ ...unread, readPerSecond: 250 })).toBe(30_000);
  expect(lifeOf({ ...unread, readPerSecond: 1_000, stopsAfterMs: 30_000 })).toBe(60_000);
});

test("bytes that a caller sends do not count as reading", () => {
  expect(lifeOf({ complete: true, unread: 1_000_000, sentPerSecond: 100_000 })).toBe(30_000);
});

test("the time to read an answer begins when the body has arrived", () => {
  expect(lifeOf({ complete: 20_000, unread: 1_000_000 })).toBe(50_000);
  expect(lifeOf({ complete: 20_000, unread: 1_000_000, readPerSecond: 300 })).toBe(null);
});

test("a caller whose body is late is told so; if its answer has begun, or it doesn't read it, the connection is closed", () => {
  const ends = [{}, { headersSent: true }, { complete: true, unread: 1_000_000 }].map((given) => endOf(given).how);

  expect(ends).toEqual([["REQUEST_TIMEOUT"], ["closed"], ["closed"]]);
});

test("an upload that its service reads slowly is not aborted", () => {
  expect(lifeOf({ isUpload: true, flowing: false })).toBe(null);
});

test("a caller that waits for a service is not aborted", () => {
  expect(lifeOf({ complete: true })).toBe(null);
});

test.each([
  ["answers wait for their readers", "read", { complete: true, unread: 1_000_000, readPerSecond: 400 }, 30_000],
  ["uploads arrive", "sent", { isUpload: true, sentPerSecond: 6_000 }, 60_000],
])("the more %s, the faster they must be %s", (_what, _how, given, endMs) => {
  const lives = [64, 128].map((count) => {
    const guard = createSlowGuard({ uploadsPerCaller: count });
    const ended = Array.from({ length: count }, () => watched(guard, given));
    jest.advanceTimersByTime(endMs);
    const first = ended.flatMap(({ at }) => at)[0] ?? null;
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

  const ends = ended.flatMap(({ at }) => at);
  const atOnce = [...Map.groupBy(ends, (at) => at).values()].map(({ length }) => length);
  expect(ends).toHaveLength(600);
  expect(Math.max(...atOnce)).toBe(4);
});

/** Which uploads of one caller, each with the time of its begin, are ended by the first check at which there are more than two. */
function endedOf(uploads: readonly (Given & { readonly beginsAt: number })[]): readonly number[] {
  const guard = createSlowGuard({ uploadsPerCaller: 2 });
  const began = performance.now();
  const ended = uploads.map(({ beginsAt, ...given }) => {
    jest.advanceTimersByTime(began + beginsAt - performance.now());
    return watched(guard, { ...given, isUpload: true });
  });
  jest.advanceTimersByTime(100);
  guard.stop();
  return ended.flatMap(({ at }, index) => (at.length > 0 ? [index] : []));
}

test.each([
  [
    "the slowest, whatever its connection moved before",
    [{ sentPerSecond: 9_000 }, { sentPerSecond: 6_000, earlier: 1_000_000 }],
    20_000,
    1,
  ],
  ["the slowest, although it has sent most", [{ sentPerSecond: 6_000 }, { sentPerSecond: 9_000, beginsAt: 14_000 }], 20_000, 0],
  ["the slowest as soon as it is five seconds old", [{ sentPerSecond: 9_000 }, { sentPerSecond: 6_000 }], 4_950, 1],
  ["the oldest if none is five seconds old", [{ sentPerSecond: 9_000 }, { sentPerSecond: 6_000 }], 4_850, 0],
])("of a caller's uploads beyond its limit, the one that ends is %s; the newest is spared", (_which, uploads, lastBeginsAt, expected) => {
  expect(endedOf([...uploads.map((given) => ({ beginsAt: 0, ...given })), { beginsAt: lastBeginsAt }])).toEqual([expected]);
});

test("the memory limit of unread answers counts those of services, not files that the gateway has in memory", () => {
  const lives = (["content", "gateway"] as const).map((upstream) => {
    const guard = createSlowGuard({ unreadBytes: 1_500_000 });
    const ended = ["a", "b"].map((caller) => watched(guard, { upstream, caller, complete: true, unread: 1_000_000 }));
    jest.advanceTimersByTime(1_000);
    guard.stop();
    return ended.flatMap(({ at }) => at);
  });

  expect(lives).toEqual([[100], []]);
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
