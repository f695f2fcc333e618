import type { IncomingMessage } from "node:http";
import { PassThrough } from "node:stream";
import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import { readRest } from "../src/connections/rest-of-body.ts";

beforeEach(() => void jest.useFakeTimers({ doNotFake: ["nextTick", "queueMicrotask", "setImmediate"] }));
afterEach(() => void jest.useRealTimers());

const KILOBYTE = 1024;

/** A request whose body is being sent. */
function sending(headers: IncomingMessage["headers"] = { "content-length": "1000000000" }) {
  const body = new PassThrough();
  const request = Object.assign(body, { complete: false, headers }) as unknown as IncomingMessage;
  let isDone = false;
  readRest(request, () => void (isDone = true));
  /** Sends so many bytes each second. */
  const send = async (bytes: number, seconds: number): Promise<void> => {
    for (let second = 0; second < seconds; second++) {
      body.write(Buffer.alloc(bytes));
      await new Promise(setImmediate);
      jest.advanceTimersByTime(1_000);
    }
  };
  return { body, send, isDone: () => isDone };
}

test("the rest of a body is read until it ends", async () => {
  const call = sending();
  await call.send(64 * KILOBYTE, 10);
  const before = call.isDone();
  call.body.end();
  await new Promise(setImmediate);

  expect([before, call.isDone()]).toEqual([false, true]);
});

test("it is given up after five seconds in which less than 64 KB arrived, and after thirty in all", async () => {
  const slow = sending();
  await slow.send(13 * KILOBYTE, 9);
  await slow.send(12 * KILOBYTE, 5);
  const isSlow = [slow.isDone()];
  await slow.send(12 * KILOBYTE, 1);
  isSlow.push(slow.isDone());
  const long = sending();
  await long.send(64 * KILOBYTE, 29);
  const isLong = [long.isDone()];
  await long.send(64 * KILOBYTE, 1);
  isLong.push(long.isDone());

  expect([isSlow, isLong]).toEqual([
    [false, true],
    [false, true],
  ]);
});

test("a chunked body, which may have no end, is read for one second", async () => {
  const call = sending({ "transfer-encoding": "chunked" });
  jest.advanceTimersByTime(999);
  const before = call.isDone();
  jest.advanceTimersByTime(1);

  expect([before, call.isDone()]).toEqual([false, true]);
});

test("a body that has arrived, or whose connection is gone, ends at once", () => {
  const done = jest.fn();
  readRest({ complete: true } as IncomingMessage, done);
  readRest({ complete: false, destroyed: true } as IncomingMessage, done);

  expect(done).toHaveBeenCalledTimes(2);
});
