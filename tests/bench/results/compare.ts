import { QUANTITIES, RATIOS, type Figure } from "./quantities.ts";
import type { Result, Row } from "./result.ts";

type Ratio = (typeof RATIOS)[number];

/** How a ratio differs from the stored one, beyond the noise of both. */
export interface Change {
  readonly suite: string;
  readonly workload: string;
  readonly subject: string;
  readonly ratio: Ratio;
  readonly before: number;
  readonly now: number;
  /** Positive if it became better, by how many percent of the stored one. */
  readonly betterPercent: number;
  /** Whether it became worse by more than the tolerance. */
  readonly isRegression: boolean;
}

export interface Comparison {
  /** The worst first. */
  readonly changes: readonly Change[];
  /** How many ratios stand in both. */
  readonly compared: number;
}

/**
 * Compares the ratios of two runs; absolute figures depend on the machine. A ratio has changed if the ranges of its rounds don't overlap.
 *
 * @param tolerancePercent - a change for the worse up to this isn't a regression.
 */
export function compare(stored: Result, now: Result, tolerancePercent: number): Comparison {
  const before = new Map(stored.rows.map((row) => [keyOf(row), row]));
  const pairs = now.rows.flatMap((row) =>
    RATIOS.flatMap((ratio) => {
      const [was, is] = [before.get(keyOf(row))?.figures[ratio], row.figures[ratio]];
      return was && is ? [{ row, ratio, was, is }] : [];
    }),
  );
  const changes = pairs
    .filter(({ was, is }) => !overlap(was, is))
    .map(({ row: { suite, workload, subject }, ratio, was, is }) => {
      const betterPercent = betterBy(ratio, was.median, is.median);
      const change = { suite, workload, subject, ratio, before: was.median, now: is.median, betterPercent };
      return { ...change, isRegression: betterPercent < -tolerancePercent };
    });
  return { changes: changes.toSorted((one, other) => one.betterPercent - other.betterPercent), compared: pairs.length };
}

function keyOf({ suite, workload, subject, to }: Row): string {
  return JSON.stringify([suite, workload, subject, to]);
}

function overlap(one: Figure, other: Figure): boolean {
  return one.low <= other.high && other.low <= one.high;
}

function betterBy(ratio: Ratio, was: number, is: number): number {
  const percent = (100 * (is - was)) / was;
  return QUANTITIES[ratio].better === "higher" ? percent : -percent;
}
