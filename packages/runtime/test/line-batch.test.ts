import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import { batchLines } from "../src/log/line-batch.ts";

const written: string[] = [];
const sink = { write: (text: string) => written.push(text), flush: (done?: () => void) => done?.(), flushSync: () => undefined };

beforeEach(() => {
  written.length = 0;
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

test("lines are passed on together, in order, at most a fifth of a second after the first", () => {
  const lines = batchLines(sink);

  lines.write("one\n");
  lines.write("two\n");
  expect(written).toEqual([]);
  jest.advanceTimersByTime(200);

  expect(written).toEqual(["one\ntwo\n"]);
});

test("many lines are passed on at once", () => {
  const lines = batchLines(sink);

  for (let i = 0; i < 100; i++) lines.write(`${"x".repeat(99)}\n`);

  expect(written).toHaveLength(1);
  expect(written[0]).toHaveLength(8_200);
});

test("a flush passes on all lines and can be awaited", () => {
  const lines = batchLines(sink);
  const done = jest.fn();

  lines.write("last words\n");
  lines.flush(done);
  lines.write("and more\n");
  lines.flushSync();

  expect(written).toEqual(["last words\n", "and more\n"]);
  expect(done).toHaveBeenCalledTimes(1);
});
