import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { limitKeyOf, evaluate, trimLog, usageOf } from "../src/rate-limits/rate-limit.ts";
import { createMemoryLimiter } from "../src/rate-limits/rate-limit-memory.ts";

describe("the rule", () => {
  test("the caller gets the values of the bucket with the fewest requests left", () => {
    const outcome = evaluate(
      [
        { max: 200, used: 5, freeInMs: 50_000 },
        { max: 10, used: 9, freeInMs: 1 },
      ],
      true,
    );

    expect(outcome).toEqual({ admitted: true, limit: 10, remaining: 0, resetSeconds: 1 });
  });

  test("one full bucket refuses a request, and a refused request is not counted in the others", () => {
    const outcome = evaluate(
      [
        { max: 200, used: 5, freeInMs: 50_000 },
        { max: 10, used: 10, freeInMs: 30_001 },
      ],
      true,
    );

    expect(outcome).toEqual({ admitted: false, limit: 10, remaining: 0, resetSeconds: 31 });
  });

  test("when the clock is set back, the log is emptied instead of staying full for hours", () => {
    const times = [7_200_000, 7_200_001];

    trimLog(times, 1000);

    expect(usageOf(times, 10, 1000)).toEqual({ max: 10, used: 0, freeInMs: 0 });
  });

  test("at most the limit is accepted in any 60 seconds, and a caller that waits for Retry-After is accepted", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 30_000 }), { maxLength: 60 }), fc.integer({ min: 1, max: 5 }), (pauses, max) => {
        let now = 0;
        const admit = createMemoryLimiter(() => now);
        const passed: number[] = [];
        for (const pause of pauses) {
          now += pause;
          const outcome = admit([{ key: "a", max }], true);
          if (outcome.admitted) passed.push(now);
          expect(passed.filter((time) => time > now - 60_000).length).toBeLessThanOrEqual(max);
          expect(outcome.remaining).toBeGreaterThanOrEqual(0);
          if (!outcome.admitted) expect(createLater(passed, now + outcome.resetSeconds * 1000 + 1, max)).toBe(true);
        }
      }),
    );
  });
});

function createLater(passed: readonly number[], later: number, max: number): boolean {
  return passed.filter((time) => time >= later - 60_000).length < max;
}

test.each([
  ["192.0.2.7", "192.0.2.7"],
  ["::ffff:192.0.2.7", "192.0.2.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["unknown", "unknown"],
])("a limit counts %s as %s", (address, key) => {
  expect(limitKeyOf(address)).toBe(key);
});
