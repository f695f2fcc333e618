import { createServer, type RequestListener } from "node:http";
import { connect, type AddressInfo } from "node:net";
import { expect, jest, test } from "@jest/globals";
import { createClientReader } from "../src/callers/client-address.ts";
import { openCall, type Call } from "../src/requests/call.ts";
import { createSlowGuard } from "../src/connections/slow-guard.ts";

const WINDOW_MS = 300;
/** A connection that lasts this long was not ended by the guard. */
const PATIENCE_MS = 30_000;

/**
 * How long a connection lasts, at most `limitMs`, that sends `head` and then `piece` every 20 ms, and reads the answer unless told
 * otherwise.
 */
async function lifeOf(
  answer: RequestListener,
  { head, piece = "", reads = true, limitMs = PATIENCE_MS }: { head: string; piece?: string; reads?: boolean; limitMs?: number },
): Promise<number> {
  const guard = createSlowGuard({ windowMs: WINDOW_MS, uploadWindowMs: WINDOW_MS * 2 });
  const server = createServer((request, response) => {
    const call = openCall({ request, response, awaitsContinue: false }, createClientReader());
    call.fail = ({ status }) => void response.writeHead(status, { connection: "close" }).end(() => request.socket.destroy());
    response.once("close", guard.watch(call, request.url === "/upload"));
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const started = performance.now();
  const life = await new Promise<number>((resolve) => {
    server.on("connection", (socket) =>
      socket.on("close", () => {
        resolve(performance.now() - started);
        caller.destroy(); // a caller that doesn't read would not notice
      }),
    );
    const caller = connect((server.address() as AddressInfo).port, "127.0.0.1", () => void caller.write(head));
    const sending = setInterval(() => piece && caller.write(piece), 20);
    const limit = setTimeout(() => caller.destroy(), limitMs);
    if (reads) caller.resume();
    caller.on("error", () => undefined);
    caller.on("close", () => (clearInterval(sending), clearTimeout(limit)));
  });
  guard.stop();
  server.closeAllConnections();
  server.close();
  return life;
}

const readAll: RequestListener = (request) => void request.resume();
const post = (path: string) => `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Length: 10000000\r\n\r\n`;
const LONG = WINDOW_MS * 5;

test("a body that is incomplete after one window is aborted, however slowly it arrives", async () => {
  expect(await lifeOf(readAll, { head: post("/article"), piece: "x" })).toBeLessThan(PATIENCE_MS);
  expect(await lifeOf(readAll, { head: post("/article"), piece: "x".repeat(2000) })).toBeLessThan(PATIENCE_MS);
});

test("an upload may take longer while data arrives fast enough, and is aborted when it is too slow", async () => {
  expect(await lifeOf(readAll, { head: post("/upload"), piece: "x".repeat(20_000), limitMs: LONG + WINDOW_MS })).toBeGreaterThan(LONG);
  expect(await lifeOf(readAll, { head: post("/upload"), piece: "x".repeat(40) })).toBeLessThan(PATIENCE_MS); // 2 kB a second
});

test("an answer that the caller doesn't read is aborted", async () => {
  const answer: RequestListener = (_request, response) => void response.end(Buffer.alloc(50_000_000));

  expect(await lifeOf(answer, { head: "GET / HTTP/1.1\r\nHost: a\r\n\r\n", reads: false })).toBeLessThan(PATIENCE_MS);
});

test("an upload that its service reads slowly is not aborted", async () => {
  expect(await lifeOf(() => undefined, { head: post("/upload"), piece: "x", limitMs: LONG + WINDOW_MS })).toBeGreaterThan(LONG);
});

test("a caller that waits for a service is not aborted", async () => {
  expect(await lifeOf(() => undefined, { head: "GET / HTTP/1.1\r\nHost: a\r\n\r\n", limitMs: LONG + WINDOW_MS })).toBeGreaterThan(LONG);
});

test("bodies that exceed their time simultaneously are aborted one after another", () => {
  jest.useFakeTimers();
  const guard = createSlowGuard({ windowMs: 30_000 });
  const ended: number[] = [];
  const beganAt = performance.now();
  for (let i = 0; i < 600; i++) {
    const call = {
      request: { complete: false, socket: { bytesRead: 0, bytesWritten: 0, writableLength: 0 } },
      response: { headersSent: false },
    };
    const unwatch = guard.watch(
      { ...call, fail: () => (unwatch(), ended.push(Math.round(performance.now() - beganAt))) } as unknown as Call,
      false,
    );
  }

  jest.advanceTimersByTime(90_000);
  guard.stop();
  jest.useRealTimers();

  const atOnce = [...Map.groupBy(ended, (at) => at).values()].map(({ length }) => length);
  expect(ended).toHaveLength(600);
  expect(Math.max(...atOnce)).toBe(4);
});
