import { expect, test } from "@jest/globals";
import { inTime, LATE } from "../src/time-limit.ts";

const never = () => new Promise<never>(() => undefined);
const timers = () => process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;

test("a promise that ends in time has its own result or failure, and leaves no timer", async () => {
  const before = timers();

  const result = await inTime(Promise.resolve("done"), 60_000);
  const failure = await inTime(Promise.reject(new Error("failed")), 60_000).catch((error: unknown) => error);

  expect(result).toBe("done");
  expect(failure).toEqual(new Error("failed"));
  expect(timers()).toBe(before);
});

test("a promise that takes longer is late, also if there is no time left for it", async () => {
  expect(await inTime(never(), 1)).toBe(LATE);
  expect(await inTime(never(), -5)).toBe(LATE);
});

test("a failure after the time is ignored", async () => {
  const { promise, reject } = Promise.withResolvers<never>();

  const answer = await inTime(promise, 1);
  reject(new Error("too late"));

  expect(answer).toBe(LATE);
});

test("with `ref: false` it doesn't keep the process alive", async () => {
  const before = timers();

  const waiting = inTime(never(), 60_000, { ref: false });
  const during = timers();
  const kept = inTime(new Promise((resolve) => setTimeout(resolve, 1)), 60_000);

  expect(during).toBe(before);
  expect(timers()).toBeGreaterThan(before);
  await kept;
  void waiting;
});
