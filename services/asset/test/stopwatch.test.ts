import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import { createStopwatch } from "../src/media/reader.ts";

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

test("the time to read a file's bytes doesn't count against its time limit, also if several reads overlap", () => {
  const onEnd = jest.fn();
  const limit = createStopwatch(1_000, onEnd);

  jest.advanceTimersByTime(400);
  limit.pause();
  limit.pause();
  jest.advanceTimersByTime(60_000);
  limit.resume();
  jest.advanceTimersByTime(60_000);
  limit.resume();
  jest.advanceTimersByTime(599);
  expect(onEnd).not.toHaveBeenCalled();

  jest.advanceTimersByTime(1);
  expect(onEnd).toHaveBeenCalledTimes(1);
});

test("a file that is done has no time limit any more", () => {
  const onEnd = jest.fn();
  createStopwatch(1_000, onEnd).pause();

  jest.advanceTimersByTime(60_000);
  expect(onEnd).not.toHaveBeenCalled();
});
