import { beforeAll, expect, test } from "@jest/globals";
import { loadCronParser, nextTick } from "../src/index.ts";

beforeAll(loadCronParser);

const CASES: readonly (readonly [times: { every: string } | { cron: string }, after: string, next: string])[] = [
  [{ every: "30s" }, "2026-11-27T10:00:00.000Z", "2026-11-27T10:00:30.000Z"],
  [{ every: "30s" }, "2026-11-27T10:00:29.999Z", "2026-11-27T10:00:30.000Z"],
  [{ every: "5m" }, "2026-11-27T10:03:00.001Z", "2026-11-27T10:05:00.000Z"],
  [{ every: "24h" }, "2026-11-27T10:03:00.000Z", "2026-11-28T00:00:00.000Z"],
  [{ cron: "0 3 * * *" }, "2026-11-27T03:00:00.000Z", "2026-11-28T03:00:00.000Z"],
  [{ cron: "0 3 * * *" }, "2026-11-27T02:59:59.999Z", "2026-11-27T03:00:00.000Z"],
  [{ cron: "30 2 * * MON-THU" }, "2026-11-27T00:00:00.000Z", "2026-11-30T02:30:00.000Z"],
  [{ cron: "30 2 29 3 *" }, "2026-03-29T00:00:00.000Z", "2026-03-29T02:30:00.000Z"], // a time that Berlin doesn't have
  [{ cron: "0 0 29 2 *" }, "2026-11-27T00:00:00.000Z", "2028-02-29T00:00:00.000Z"],
];

test("days that no month has give no tick", () => {
  expect(() => nextTick({ cron: "0 0 31 4,6 *" }, new Date("2026-11-27T00:00:00.000Z"))).toThrow("no time fits 0 0 31 4,6 *");
});

test.each(CASES)("the first tick of %j after %s is %s", (times, after, next) => {
  expect(nextTick(times, new Date(after)).toISOString()).toBe(next);
});
