import { expect, test } from "@jest/globals";
import { compare } from "./compare.ts";
import { figureOf, type Figure } from "./quantities.ts";
import type { Result, Row } from "./result.ts";

const ROW = { suite: "requests", workload: "create", subject: "Colophon", to: "ceiling" };
const about: Omit<Result, "rows"> = {
  format: 1,
  date: "2026-11-27T12:00:00.000Z",
  machine: { processor: "one", cores: 2, memoryMegabytes: 8192, load: [0, 0, 0] },
  versions: { colophon: "0.1.0", node: "24.21.0", postgres: "17.10", redis: "7.0.15" },
  options: { seconds: 3, rounds: 3, connections: 32, answerCache: "off", processes: "separate" },
};

function resultOf(figures: Row["figures"], row: Partial<Row> = {}): Result {
  return { ...about, rows: [{ ...ROW, figures, ...row }] };
}

const figure = (...values: number[]): Figure => figureOf(values);

test.each([
  { ratio: "speedRatio", before: figure(0.5, 0.52), now: figure(0.4, 0.41), betterPercent: -21, isRegression: true },
  { ratio: "speedRatio", before: figure(0.5, 0.52), now: figure(0.46, 0.47), betterPercent: -9, isRegression: false },
  { ratio: "speedRatio", before: figure(0.5, 0.52), now: figure(0.6, 0.64), betterPercent: 22, isRegression: false },
  { ratio: "cpuRatio", before: figure(2, 2.1), now: figure(2.5, 2.6), betterPercent: -24, isRegression: true },
  { ratio: "cpuRatio", before: figure(2, 2.1), now: figure(1.5, 1.6), betterPercent: 24, isRegression: false },
] as const)(
  "a $ratio that was $before.low to $before.high and is $now.low to $now.high is better by $betterPercent %",
  ({ ratio, before, now, ...expected }) => {
    const { changes, compared } = compare(resultOf({ [ratio]: before }), resultOf({ [ratio]: now }), 15);

    expect(compared).toBe(1);
    expect(changes.map(({ betterPercent, ...change }) => ({ ...change, betterPercent: Math.round(betterPercent) }))).toEqual([
      { suite: "requests", workload: "create", subject: "Colophon", ratio, before: before.median, now: now.median, ...expected },
    ]);
  },
);

test("a ratio whose rounds reach into the stored ones hasn't changed", () => {
  const [before, now] = [resultOf({ speedRatio: figure(0.4, 0.5, 0.6) }), resultOf({ speedRatio: figure(0.2, 0.3, 0.4) })];

  expect(compare(before, now, 15)).toEqual({ changes: [], compared: 1 });
});

test("what depends on the machine isn't compared, nor a row that only one run has", () => {
  const before = resultOf({ perSecond: figure(2_000) });

  expect(compare(before, resultOf({ perSecond: figure(100) }), 15).compared).toBe(0);
  expect(
    compare(resultOf({ cpuRatio: figure(1) }, { subject: "Colophon, answers cached" }), resultOf({ cpuRatio: figure(9) }), 15).compared,
  ).toBe(0);
});

test("the change for the worst is the first", () => {
  const before = resultOf({ speedRatio: figure(0.5), cpuRatio: figure(2) });

  const { changes } = compare(before, resultOf({ speedRatio: figure(0.4), cpuRatio: figure(4) }), 15);

  expect(changes.map(({ ratio }) => ratio)).toEqual(["cpuRatio", "speedRatio"]);
});
