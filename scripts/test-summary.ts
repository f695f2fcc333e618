import { globSync } from "node:fs";
import { failuresIn, skippedIn, slowestIn, type JestReport } from "./jest-report.ts";
import { ROOT } from "colophon/stack/settings.ts";

const SUITES = {
  slow: "npm run test:slow",
  long: "npm run test:long (needs a quiet machine)",
} as const;

export interface TestRun {
  readonly status: number;
  /** Null if jest wrote none. */
  readonly report: JestReport | null;
  /** The suite that ran: `slow`, `long`, or undefined for the usual tests. */
  readonly suite: string | undefined;
}

/**
 * What a run says at its end: its slowest files and tests, what it left out and how to run that, and its failures. They come last, because
 * readers look at the end of a long output first.
 */
export function summaryOf({ status, report, suite }: TestRun): string {
  if (report === null) return `jest ended with status ${status} and without a report. See its last output.`;
  const { files, tests } = slowestIn(report);
  const parts = [section("Slowest files", files), section("Slowest tests", tests), section("Left out", leftOut(report, suite))];
  return [...parts, failures(status, failuresIn(report))].filter(Boolean).join("\n\n");
}

function failures(status: number, lines: readonly string[]): string {
  if (status !== 0 && lines.length === 0) return `jest ended with status ${status}, though no test failed. See its output.`;
  return section("Failed", lines);
}

function leftOut(report: JestReport, suite: string | undefined): string[] {
  const others = Object.entries(SUITES).filter(([name]) => name !== suite);
  const suites = others.map(([name, command]) => `${filesOf(name)} files *.${name}.test.ts: ${command}`);
  const usual = suite === undefined ? [] : ["the other tests: npm test"];
  const skipped = skippedIn(report).map((line) => `skipped tests, whose names say what they need: ${line}`);
  return [...usual, ...suites, "images, the Compose stack and pods, and servers in containers: tests/compose/run", ...skipped];
}

function filesOf(suite: string): number {
  return globSync(`{gateway,scripts,tests,packages/*,services/*}/**/*.${suite}.test.ts`, {
    cwd: ROOT,
    exclude: ["**/node_modules"],
  }).length;
}

function section(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? "" : `${title}:\n${lines.map((line) => `  ${line}`).join("\n")}`;
}
