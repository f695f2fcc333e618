import type { Comparison } from "./compare.ts";
import { meetsGoal, QUANTITIES, QUANTITY_NAMES, type Figure, type QuantityName } from "./quantities.ts";
import type { Row } from "./result.ts";

/** The rows of a suite as a table with a column for each quantity that occurs. */
export function tableOfRows(rows: readonly Row[]): string {
  const names = QUANTITY_NAMES.filter((name) => rows.some(({ figures }) => figures[name]));
  const processes = [...new Set(rows.flatMap(({ cpuMicros = {} }) => Object.keys(cpuMicros)))];
  const head = ["", ...names.map((name) => QUANTITIES[name].label), ...processes.map((name) => `${name} µs`), ""];
  const lines = rows.map((row, at) => [
    (rows[at - 1]?.workload === row.workload ? "  " : `${row.workload}: `) + row.subject,
    ...names.map((name) => cellOf(name, row.figures[name])),
    ...processes.map((name) => cellOfCpu(row.cpuMicros?.[name])),
    noteOf(row),
  ]);
  return aligned([head, ...lines]);
}

export function numberOf(name: QuantityName, value: number): string {
  const { digits } = QUANTITIES[name];
  return value.toLocaleString("en", { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

function cellOf(name: QuantityName, figure: Figure | undefined): string {
  if (!figure) return "";
  return numberOf(name, figure.median) + (figure.goal === undefined ? "" : ` (goal ${numberOf(name, figure.goal)})`);
}

function cellOfCpu(micros: number | undefined): string {
  return micros === undefined ? "" : Math.round(micros).toLocaleString("en");
}

function noteOf({ figures, failed = 0, to }: Row): string {
  const missed = QUANTITY_NAMES.filter((name) => figures[name] && !meetsGoal(name, figures[name]));
  return [
    ...(to === undefined ? [] : [`ratio to ${to}`]),
    ...missed.map((name) => `MISSED: ${QUANTITIES[name].label}`),
    ...(failed > 0 ? [`FAILED: ${failed} requests`] : []),
  ].join(", ");
}

/** The changes beyond the noise, and how many ratios were compared. */
export function textOfComparison({ changes, compared }: Comparison, tolerancePercent: number): string {
  if (compared === 0) return "No ratio of this run stands in the other file.";
  const lines = changes.map(({ suite, workload, subject, ratio, before, now, betterPercent, isRegression }) => [
    isRegression ? "REGRESSION" : betterPercent < 0 ? "worse" : "better",
    `${Math.abs(betterPercent).toFixed(0)} %`,
    `${suite}, ${workload}, ${subject}`,
    `${QUANTITIES[ratio].label} ${numberOf(ratio, before)} → ${numberOf(ratio, now)}`,
  ]);
  const rest = `${compared - changes.length} of ${compared} ratios are within the noise; up to ${tolerancePercent} % worse is tolerated`;
  return [...(lines.length > 0 ? [aligned(lines)] : []), rest].join("\n");
}

/** Numbers are aligned to the right, and the first and the last column to the left. */
export function aligned(lines: readonly (readonly string[])[]): string {
  const widths = lines.reduce<number[]>((sofar, cells) => cells.map((cell, at) => Math.max(cell.length, sofar[at] ?? 0)), []);
  return lines
    .map((cells) =>
      cells
        .map((cell, at) => padded(cell, widths[at] ?? 0, isText(at, cells)))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

function isText(at: number, cells: readonly string[]): boolean {
  return at === 0 || at === cells.length - 1;
}

function padded(cell: string, width: number, toTheLeft: boolean): string {
  return toTheLeft ? cell.padEnd(width) : cell.padStart(width);
}
