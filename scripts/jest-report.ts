import { existsSync, readFileSync } from "node:fs";
import { relative } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { ROOT } from "colophon/stack/settings.ts";

const SLOWEST_FILES = 20;
const SLOWEST_TESTS = 10;

/** The parts of the output of `jest --json` that are used here. */
export interface JestReport {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly startTime: number;
    readonly endTime: number;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly failureMessages: readonly string[];
      readonly duration?: number | null;
    }[];
  }[];
}

/** Null if jest wrote no report. */
export function readReport(file: string): JestReport | null {
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as JestReport) : null;
}

/** One line for each failure: file › test › first line of its message. */
export function failuresIn({ testResults }: JestReport): string[] {
  const failed = testResults.filter(({ status }) => status === "failed");
  return failed.flatMap(({ name, message, assertionResults }) => {
    const tests = assertionResults.filter(({ status }) => status === "failed");
    const named = tests.map(({ fullName, failureMessages }) => [fullName, failureMessages[0] ?? ""] as const);
    const all = named.length > 0 ? named : [["(the file itself)", message] as const];
    return all.map(([test, text]) => `${relative(ROOT, name)} › ${test} › ${firstLineOf(text)}`);
  });
}

/** The message of a file that could not be run begins with a heading. */
function firstLineOf(text: string): string {
  const lines = stripVTControlCharacters(text).split("\n");
  return (lines.map((line) => line.trim()).find((line) => line !== "" && !line.startsWith("●")) ?? "").slice(0, 300);
}

/** The slowest files and tests, each with its seconds, the slowest first. */
export function slowestIn({ testResults }: JestReport): { readonly files: string[]; readonly tests: string[] } {
  const files = testResults.map(({ name, startTime, endTime }) => ({ ms: endTime - startTime, text: relative(ROOT, name) }));
  const tests = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName, duration }) => ({ ms: duration ?? 0, text: `${relative(ROOT, name)} › ${fullName}` })),
  );
  return { files: slowest(files, SLOWEST_FILES), tests: slowest(tests, SLOWEST_TESTS) };
}

function slowest(timed: readonly { readonly ms: number; readonly text: string }[], count: number): string[] {
  const first = timed.toSorted((a, b) => b.ms - a.ms).slice(0, count);
  return first.map(({ ms, text }) => `${(ms / 1_000).toFixed(1).padStart(6)} s  ${text}`);
}

/** The files with tests that were skipped, and how many. */
export function skippedIn({ testResults }: JestReport): string[] {
  return testResults.flatMap(({ name, assertionResults }) => {
    const count = assertionResults.filter(({ status }) => status === "pending").length;
    return count > 0 ? [`${relative(ROOT, name)}: ${count}`] : [];
  });
}
