import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import { createMeter } from "../src/meter.ts";

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

test("many simultaneous requests cause one measurement, and the next one follows later", async () => {
  let measured = 0;
  const read = createMeter(async () => [++measured], 50);

  const storm = await Promise.all(Array.from({ length: 100 }, () => read()));
  jest.advanceTimersByTime(49);
  const soon = await read();
  jest.advanceTimersByTime(1);
  const later = await read();

  expect(new Set(storm.flat())).toEqual(new Set([1]));
  expect([soon, later]).toEqual([[1], [2]]);
});

test("a failed measurement returns null and no error", async () => {
  const read = createMeter(async () => Promise.reject(new Error("away")));

  expect(await read()).toEqual([]);
});
