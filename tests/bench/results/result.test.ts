import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { describedMembers, readResult, RELEASE_FILE, writeResult } from "./result.ts";
import { RATIOS } from "./quantities.ts";

const folder = mkdtempSync(join(tmpdir(), "colophon-result-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("the stored result of the release has a ratio for each of its workloads", () => {
  const { rows } = readResult(RELEASE_FILE);
  const workloadsOf = (some: typeof rows) => [...new Set(some.map(({ suite, workload }) => `${suite}, ${workload}`))];

  expect(workloadsOf(rows)).toContain("requests, one by id");
  expect(workloadsOf(rows.filter(({ figures }) => RATIOS.some((name) => figures[name])))).toEqual(workloadsOf(rows));
});

test("a result is read as it was written, with four digits of each figure", () => {
  const stored = readResult(RELEASE_FILE);
  const file = join(folder, "written.json");
  const row = { suite: "requests", workload: "create", subject: "Colophon", cpuMicros: { gateway: 220.123456 } };

  writeResult(file, { ...stored, rows: [{ ...row, figures: { speedRatio: { median: 1 / 3, low: 0.3, high: 0.4 } } }] });

  const figures = { speedRatio: { median: 0.3333, low: 0.3, high: 0.4 } };
  expect(readResult(file)).toEqual({ ...stored, rows: [{ ...row, cpuMicros: { gateway: 220.1 }, figures }] });
});

test.each([
  { change: { format: 2 }, place: "at format" },
  { change: { rows: [{ suite: "requests", workload: "create", subject: "Colophon", figures: { perMinute: {} } }] }, place: "perMinute" },
  { change: { more: true }, place: "more" },
])("a file that is no result is refused, with the place: $place", ({ change, place }) => {
  const file = join(folder, "other.json");
  writeFileSync(file, JSON.stringify({ ...readResult(RELEASE_FILE), ...change }));

  expect(() => readResult(file)).toThrow(new RegExp(`other.json is no result of this benchmark:[^]*${place}`));
});

test("each member is described", () => {
  expect(describedMembers().filter(({ meaning }) => meaning === "")).toEqual([]);
});
