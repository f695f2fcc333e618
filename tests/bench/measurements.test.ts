import { expect, test } from "@jest/globals";
import type { Measured } from "./measure.ts";
import { measurementsOf } from "./measurements.ts";
import { tableOfRows } from "./results/print.ts";

const measured = (perSecond: number, gateway: number, failed = 0): Measured => {
  return { perSecond, times: { p99Ms: 9 }, failed, cpuMicros: { gateway } };
};
const ROUNDS = { ceiling: [measured(1_000, 100), measured(500, 200)], Colophon: [measured(500, 300), measured(100, 400, 2)] };

test("a ratio is that of the same round, and a figure the median of the rounds", () => {
  const [ceiling, colophon] = measurementsOf("create", ROUNDS, { to: "ceiling", goals: { cpuRatio: 2 } });

  expect(ceiling).toEqual({
    workload: "create",
    subject: "ceiling",
    figures: { perSecond: { median: 750, low: 500, high: 1_000 }, p99Ms: { median: 9, low: 9, high: 9 } },
    cpuMicros: { gateway: 150 },
    failed: 0,
  });
  expect(colophon).toEqual({
    workload: "create",
    subject: "Colophon",
    figures: {
      perSecond: { median: 300, low: 100, high: 500 },
      p99Ms: { median: 9, low: 9, high: 9 },
      speedRatio: { median: 0.35, low: 0.2, high: 0.5 },
      cpuRatio: { median: 2.5, low: 2, high: 3, goal: 2 },
    },
    cpuMicros: { gateway: 350 },
    to: "ceiling",
    failed: 2,
  });
});

test("a table has a column for each quantity, and says what failed", () => {
  const rows = measurementsOf("create", ROUNDS, { to: "ceiling", ratios: ["cpuRatio"], goals: { cpuRatio: 2 } });

  expect(tableOfRows(rows.map((row) => ({ suite: "requests", ...row }))).split("\n")).toEqual([
    "                 a second  p99 ms           CPU ratio  gateway µs",
    "create: ceiling       750     9.0                             150",
    "  Colophon            300     9.0  2.500 (goal 2.000)         350  ratio to ceiling, MISSED: CPU ratio, FAILED: 2 requests",
  ]);
});
