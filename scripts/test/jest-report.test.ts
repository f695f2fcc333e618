import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { type JestReport, failuresIn, readReport, slowestIn } from "../jest-report.ts";
import { ROOT } from "colophon/stack/settings.ts";
import { summaryOf } from "../test-summary.ts";

const folder = mkdtempSync(join(tmpdir(), "colophon-report-"));
afterAll(() => rmSync(folder, { recursive: true }));

const passed = { fullName: "one and one are two", status: "passed", failureMessages: [] };
const red = (text: string) => `\u001b[31m${text}\u001b[39m`;

function written(...testResults: object[]): JestReport {
  const file = join(folder, "report.json");
  writeFileSync(file, JSON.stringify({ testResults }));
  return readReport(file) as JestReport;
}

test("each failed test is a line, with the first line of its message as plain text", () => {
  const name = join(ROOT, "tests/a.test.ts");
  const failed = {
    fullName: "two and two are five",
    status: "failed",
    failureMessages: [`${red("Error: they are four")}\n    at a.test.ts:3`],
  };

  const report = written({ name, status: "failed", message: "", assertionResults: [passed, failed] });

  expect(failuresIn(report)).toEqual(["tests/a.test.ts › two and two are five › Error: they are four"]);
});

test("a file that could not be run is a line too, and one that passed is none", () => {
  const broken = {
    name: join(ROOT, "b.test.ts"),
    status: "failed",
    message: "  ● Test suite failed to run\n\n    Cannot find it\n",
    assertionResults: [],
  };

  const report = written({ ...broken, name: join(ROOT, "c.test.ts"), status: "passed", assertionResults: [passed] }, broken);

  expect(failuresIn(report)).toEqual(["b.test.ts › (the file itself) › Cannot find it"]);
});

test("the slowest files and tests come first", () => {
  const file = (name: string, seconds: number, assertionResults: object[]) => ({
    name: join(ROOT, name),
    startTime: 1_000,
    endTime: 1_000 + 1_000 * seconds,
    assertionResults,
  });

  const report = written(
    file("a.test.ts", 2, [{ ...passed, duration: 90 }]),
    file("b.test.ts", 31.25, [
      { ...passed, duration: 30_000 },
      { ...passed, fullName: "zero is even", duration: null },
    ]),
  );

  expect(slowestIn(report)).toEqual({
    files: ["  31.3 s  b.test.ts", "   2.0 s  a.test.ts"],
    tests: ["  30.0 s  b.test.ts › one and one are two", "   0.1 s  a.test.ts › one and one are two", "   0.0 s  b.test.ts › zero is even"],
  });
});

test("a run ends with what it left out and how to run that, and then its failures", () => {
  const name = join(ROOT, "a.test.ts");
  const skipped = { ...passed, status: "pending" };
  const failed = { fullName: "two and two are five", status: "failed", failureMessages: ["they are four"] };
  const report = written({ name, status: "failed", message: "", startTime: 0, endTime: 0, assertionResults: [skipped, skipped, failed] });

  const summary = summaryOf({ status: 1, report, suite: undefined });

  expect(summary).toMatch(/\n {2}\d+ files \*\.slow\.test\.ts: npm run test:slow\n {2}\d+ files \*\.long\.test\.ts: npm run test:long/);
  expect(summary).toContain("skipped tests, whose names say what they need: a.test.ts: 2\n");
  expect(summary.endsWith("\n\nFailed:\n  a.test.ts › two and two are five › they are four")).toBe(true);
});

test("without a report of jest, or without a failed test, the status is told", () => {
  expect(summaryOf({ status: 3, report: readReport(join(folder, "none.json")), suite: undefined })).toContain(
    "status 3 and without a report",
  );
  expect(summaryOf({ status: 3, report: written(), suite: "slow" })).toMatch(/status 3, though no test failed/);
});
