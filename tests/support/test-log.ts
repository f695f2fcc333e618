import { createLog, type Log } from "@colophon/runtime";
import { addFailureReporter } from "../runner/failure.ts";

const LAST = 20;

/** The log of a service that runs in the test's process: a test can read its lines, and prints the last ones if it fails. */
export function createTestLog(name: string): { readonly log: Log; readonly lines: string[] } {
  const lines: string[] = [];
  addFailureReporter(async () => [lines.slice(-LAST).join("").trimEnd()].filter(Boolean));
  return { lines, log: createLog({ name, level: "info", to: { write: (line: string) => void lines.push(line) } }) };
}
