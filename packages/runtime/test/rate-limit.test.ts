import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { evaluate, limitKeyOf, networkOf, trimLog, usageOf } from "../src/rate-limits/rate-limit.ts";
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

  test.each([
    [
      { max: 12, used: 0, freeInMs: 0 },
      { max: 10, used: 9, freeInMs: 2_000 },
    ],
    [
      { max: 10, used: 9, freeInMs: 2_000 },
      { max: 12, used: 0, freeInMs: 0 },
    ],
  ])("the order of the buckets doesn't matter", (...usages) => {
    expect(evaluate(usages, true)).toEqual({ admitted: true, limit: 10, remaining: 0, resetSeconds: 2 });
  });

  test("the first request of a window is told its whole length; without a bucket there is no outcome", () => {
    expect(evaluate([{ max: 10, used: 0, freeInMs: 0 }], true).resetSeconds).toBe(60);
    expect(() => evaluate([], true)).toThrow(RangeError);
  });

  test("a request counts from its millisecond on, for 60 seconds", () => {
    const used = [5_000, 35_000, 65_000, 65_001].map((now) => {
      const times = [5_000];
      trimLog(times, now);
      return usageOf(times, 10, now);
    });

    expect(used.map((usage) => usage.used)).toEqual([1, 1, 1, 0]);
    expect(used.map((usage) => usage.freeInMs)).toEqual([60_000, 30_000, 0, 0]);
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

  test("a request that is only checked takes none of the remaining ones", () => {
    expect(evaluate([{ max: 10, used: 3, freeInMs: 1 }], false)).toMatchObject({ admitted: true, remaining: 7 });
  });

  test("a request that is only checked, or is refused, is not counted", () => {
    let now = 0;
    const admit = createMemoryLimiter(() => now);
    const ask = (at: number, counts = true) => {
      now = at;
      return admit([{ key: "a", max: 1 }], counts).admitted;
    };

    expect([ask(0, false), ask(0, false), ask(0), ask(30_000), ask(60_001)]).toEqual([true, true, true, false, true]);
  });

  test("a caller with a high limit is counted like others", () => {
    const admit = createMemoryLimiter(() => 0);
    const admitted = Array.from({ length: 101 }, () => admit([{ key: "a", max: 100 }], true).admitted);

    expect(admitted.filter(Boolean)).toHaveLength(100);
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

test.each([
  ["192.0.2.7", "192.0.2.0/24"],
  ["::ffff:192.0.2.7", "192.0.2.0/24"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["unknown", "unknown"],
])("the network of %s is %s", (address, network) => {
  expect(networkOf(address)).toBe(network);
});
