import { existsSync, readFileSync } from "node:fs";
import { relative } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { ROOT } from "./stack/settings.ts";

/** The parts of the output of `jest --json` that are used here. */
interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

/** One line for each failure: file › test › first line of its message; null if jest wrote no report. */
export function failuresIn(file: string): string[] | null {
  return (
    failedIn(file)?.flatMap(({ name, message, assertionResults }) => {
      const tests = assertionResults.filter(({ status }) => status === "failed");
      const told = tests.map(({ fullName, failureMessages }) => [fullName, failureMessages[0] ?? ""] as const);
      const all = told.length > 0 ? told : [["(the file itself)", message] as const];
      return all.map(([test, text]) => `${relative(ROOT, name)} › ${test} › ${firstLineOf(text)}`);
    }) ?? null
  );
}

/** The message of a file that could not be run begins with a heading. */
function firstLineOf(text: string): string {
  const lines = stripVTControlCharacters(text).split("\n");
  return (lines.map((line) => line.trim()).find((line) => line !== "" && !line.startsWith("●")) ?? "").slice(0, 300);
}

function failedIn(file: string): Report["testResults"] | null {
  if (!existsSync(file)) return null;
  const { testResults } = JSON.parse(readFileSync(file, "utf8")) as Report;
  return testResults.filter(({ status }) => status === "failed");
}
