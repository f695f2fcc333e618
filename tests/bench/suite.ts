import type { Row } from "./results/result.ts";

/** How a suite is run: the arguments of `npm run bench`. */
export interface SuiteOptions {
  /** Of one measurement. */
  readonly seconds: number;
  /** How often each subject is measured, in turn with the others. */
  readonly rounds: number;
  readonly answerCache: "on" | "off" | "both";
  readonly processes: "one" | "separate";
  /** Of workloads: see `namedBy`. */
  readonly workload: string;
  /** Of a site with many records. */
  readonly rows: number;
}

/** A row without the name of its suite. */
export type Measurement = Omit<Row, "suite">;

/** Measurements on sites of its own, which it starts and stops. */
export interface Suite {
  readonly name: string;
  /** As a sentence. */
  readonly shows: string;
  /** Whether it only runs if it is named. */
  readonly isExtra?: true;
  run(options: SuiteOptions): AsyncIterable<Measurement>;
}

/** Those with this name; if there is none, all whose name contains it. */
export function namedBy<T>(text: string, all: readonly T[], nameOf: (one: T) => string): readonly T[] {
  const same = all.filter((one) => nameOf(one) === text);
  return same.length > 0 ? same : all.filter((one) => nameOf(one).includes(text));
}
