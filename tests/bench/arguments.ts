import { readArguments } from "@colophon/scripts/arguments.ts";
import type { Suite, SuiteOptions } from "./suite.ts";

const DEFAULTS = { seconds: "3", rounds: "3", rows: "1000000", tolerance: "15", answerCache: "off", processes: "separate" } as const;

function usageOf(suites: readonly Suite[]): string {
  const names = suites.map(({ name, isExtra }) => `${name}${isExtra ? "" : "*"}`);
  return `Usage: npm run bench -- [options]

  --list                        the suites, and what each shows
  --only NAME[,NAME]            these suites, of: ${names.join(", ")} (by default those with *)
  --workload TEXT               only the workload with this name, or those whose name contains it
  --seconds N                   of one measurement; ${DEFAULTS.seconds} by default
  --rounds N                    how often each is measured, in turn with the others; ${DEFAULTS.rounds} by default
  --answer-cache on|off|both    the gateway's cache of answers, in the suites requests and media; ${DEFAULTS.answerCache} by default
  --processes one|separate      all services in one process, or one each; ${DEFAULTS.processes} by default
  --rows N                      the suite rows with this number of records; ${DEFAULTS.rows} by default
  --json FILE                   writes the result to a file
  --compare FILE                compares the ratios with those of such a file; ends with status 1 after a regression
  --tolerance PERCENT           how much worse a ratio may be; ${DEFAULTS.tolerance} by default
  --profile                     instead of measuring the suite requests, shows where its processor time goes`;
}

export interface Arguments extends SuiteOptions {
  readonly list: boolean;
  readonly profile: boolean;
  readonly json: string | undefined;
  readonly compare: string | undefined;
  readonly tolerancePercent: number;
  readonly suites: readonly Suite[];
}

/** Reads the arguments of this process; wrong ones end it with status 1 and the usage. */
export function argumentsFor(suites: readonly Suite[]): Arguments {
  const usage = usageOf(suites);
  const text = (byDefault: string) => ({ type: "string", default: byDefault }) as const;
  const { values } = readArguments(usage, {
    options: {
      list: { type: "boolean", default: false },
      profile: { type: "boolean", default: false },
      only: { type: "string" },
      workload: text(""),
      seconds: text(DEFAULTS.seconds),
      rounds: text(DEFAULTS.rounds),
      "answer-cache": text(DEFAULTS.answerCache),
      processes: text(DEFAULTS.processes),
      rows: { type: "string" },
      json: { type: "string" },
      compare: { type: "string" },
      tolerance: text(DEFAULTS.tolerance),
    },
  });
  try {
    const { list, profile, workload, json, compare, rows, only = rows === undefined ? undefined : "rows" } = values;
    return {
      list,
      profile,
      workload,
      json,
      compare,
      suites: chosen(suites, only),
      seconds: numberFrom("seconds", values.seconds, 1),
      rounds: numberFrom("rounds", values.rounds, 1),
      rows: numberFrom("rows", rows ?? DEFAULTS.rows, 1_000),
      tolerancePercent: numberFrom("tolerance", values.tolerance, 0),
      answerCache: oneOf("answer-cache", values["answer-cache"], ["on", "off", "both"]),
      processes: oneOf("processes", values.processes, ["one", "separate"]),
    };
  } catch (error) {
    console.error(`${(error as Error).message}\n${usage}`);
    return process.exit(1);
  }
}

function chosen(suites: readonly Suite[], only: string | undefined): readonly Suite[] {
  if (only === undefined) return suites.filter(({ isExtra }) => !isExtra);
  return only.split(",").map((name) => {
    const found = suites.find((suite) => suite.name === name);
    if (!found) throw new Error(`There is no suite ${name}`);
    return found;
  });
}

function numberFrom(option: string, text: string, least: number): number {
  const number = Number(text);
  if (!Number.isInteger(number) || number < least) throw new Error(`--${option} takes a whole number of at least ${least}`);
  return number;
}

function oneOf<T extends string>(option: string, text: string, values: readonly T[]): T {
  const found = values.find((value) => value === text);
  if (found === undefined) throw new Error(`--${option} takes ${values.join(", ")}`);
  return found;
}
