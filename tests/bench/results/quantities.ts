/** Something that is measured. Both words of a name stand for its unit. */
interface Quantity {
  readonly label: string;
  readonly meaning: string;
  readonly better: "higher" | "lower";
  readonly digits: number;
}

export const QUANTITIES = {
  perSecond: {
    label: "a second",
    meaning: "requests that are answered in a second, or events that are delivered",
    better: "higher",
    digits: 0,
  },
  megabytesPerSecond: { label: "MB/s", meaning: "bytes that are moved in a second", better: "higher", digits: 0 },
  milliseconds: { label: "ms", meaning: "the time of one piece of work", better: "lower", digits: 0 },
  p50Ms: { label: "p50 ms", meaning: "the median of the times until an answer is complete", better: "lower", digits: 1 },
  p95Ms: { label: "p95 ms", meaning: "their 95th percentile", better: "lower", digits: 1 },
  p99Ms: { label: "p99 ms", meaning: "their 99th percentile", better: "lower", digits: 1 },
  slowestMs: { label: "slowest ms", meaning: "the longest of them", better: "lower", digits: 1 },
  megabytes: { label: "MB", meaning: "memory, with shared pages counted in parts", better: "lower", digits: 0 },
  speedRatio: { label: "speed ratio", meaning: "the speed, divided by that of `to` in the same round", better: "higher", digits: 3 },
  cpuRatio: {
    label: "CPU ratio",
    meaning: "the processor time of a request in all processes, divided by that of `to` in the same round",
    better: "lower",
    digits: 3,
  },
} as const satisfies Readonly<Record<string, Quantity>>;

export type QuantityName = keyof typeof QUANTITIES;
export const QUANTITY_NAMES = Object.keys(QUANTITIES) as readonly QuantityName[];

/** The ones that can be compared between runs on different machines. */
export const RATIOS = ["speedRatio", "cpuRatio"] as const satisfies readonly QuantityName[];

/** One quantity, as it was in the rounds of a run. */
export interface Figure {
  readonly median: number;
  readonly low: number;
  readonly high: number;
  /** What it should be at most, or at least if higher is better. */
  readonly goal?: number | undefined;
}

/** @param values - one of each round; at least one */
export function figureOf(values: readonly number[], goal?: number): Figure {
  const sorted = values.toSorted((one, other) => one - other);
  const [low = Number.NaN, high = Number.NaN] = [sorted[0], sorted.at(-1)];
  return { median: medianOf(values), low, high, ...(goal !== undefined && { goal }) };
}

/** The median; of an even number of values between the two in the middle. */
export function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return ((sorted[(sorted.length - 1) >> 1] ?? Number.NaN) + (sorted[sorted.length >> 1] ?? Number.NaN)) / 2;
}

/** Whether the median meets the goal; a figure without a goal does. */
export function meetsGoal(name: QuantityName, { median, goal }: Figure): boolean {
  if (goal === undefined) return true;
  return QUANTITIES[name].better === "higher" ? median >= goal : median <= goal;
}
