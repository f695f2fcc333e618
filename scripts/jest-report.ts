import { existsSync, readFileSync } from "node:fs";
import { relative } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { ROOT } from "./stack/settings.ts";

/** What jest writes with `--json`, as far as it is read here. */
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

/** The files with a failure; null where jest wrote no report: it could not finish, or was told to stop. */
export function failedFilesIn(file: string): string[] | null {
  return failedIn(file)?.map(({ name }) => name) ?? null;
}

/** Each failure in a line: file › test › first line of its message; null where jest wrote no report. */
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

/** A file that could not be run has a heading first. */
function firstLineOf(text: string): string {
  const lines = stripVTControlCharacters(text).split("\n");
  return (lines.map((line) => line.trim()).find((line) => line !== "" && !line.startsWith("●")) ?? "").slice(0, 300);
}

function failedIn(file: string): Report["testResults"] | null {
  if (!existsSync(file)) return null;
  const { testResults } = JSON.parse(readFileSync(file, "utf8")) as Report;
  return testResults.filter(({ status }) => status === "failed");
}
