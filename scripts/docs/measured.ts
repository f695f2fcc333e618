/** The parts of docs/operate/performance.md that come from the benchmark's stored result. */
import { QUANTITIES, type Figure } from "../../tests/bench/results/quantities.ts";
import { numberOf } from "../../tests/bench/results/print.ts";
import { describedMembers, readResult, RELEASE_FILE, type Result, type Row } from "../../tests/bench/results/result.ts";
import { tableOf } from "./table.ts";

/** The ratios of each suite, with how they were measured. */
export function toRatios(): string {
  const result = readResult(RELEASE_FILE);
  const compared = result.rows.filter(({ to }) => to !== undefined);
  const tables = [...new Set(compared.map(({ suite }) => suite))].map((suite) => {
    return tableOfRatios(
      suite,
      compared.filter((row) => row.suite === suite),
    );
  });
  return [textOf(result), ...tables].join("\n\n");
}

function textOf({ date, machine, versions, options }: Result): string {
  const { processor, cores, load } = machine;
  return [
    `Measured on ${date.slice(0, 10)} with Colophon ${versions.colophon}, Node.js ${versions.node}, PostgreSQL ${versions.postgres} and Redis ${versions.redis},`,
    `on ${cores} cores of ${processor} with a load of ${load[0]} before, in ${options.rounds} rounds of ${options.seconds} s. The medians of the rounds, with the lowest and the highest one:`,
  ].join("\n");
}

function tableOfRatios(suite: string, rows: readonly Row[]): string {
  const [speed, cpu] = [QUANTITIES.speedRatio.label, QUANTITIES.cpuRatio.label];
  const lines = rows.map(({ workload, subject, figures }) => {
    return [workload, subject, rangeOf("speedRatio", figures.speedRatio), rangeOf("cpuRatio", figures.cpuRatio)];
  });
  return tableOf([`\`${suite}\``, "", speed, cpu], lines);
}

function rangeOf(name: "speedRatio" | "cpuRatio", figure: Figure | undefined): string {
  if (!figure) return "";
  const [median, low, high] = [figure.median, figure.low, figure.high].map((value) => numberOf(name, value));
  return `${median} (${low} to ${high})`;
}

/** The format of the benchmark's results. */
export function toResultFormat(): string {
  const members = describedMembers().map(({ name, meaning }) => [`\`${name}\``, meaning]);
  const quantities = Object.entries(QUANTITIES).map(([name, { meaning }]) => [`\`${name}\``, meaning]);
  return [tableOf(["Member", "Meaning"], members), tableOf(["Quantity", "Meaning"], quantities)].join("\n\n");
}
