import { figureOf, medianOf, RATIOS, type QuantityName } from "./results/quantities.ts";
import type { Measurement } from "./suite.ts";
import type { Measured } from "./measure.ts";

interface Comparing {
  /** The subject that the others are compared with. */
  readonly to?: string;
  /** The ratios that mean something; of a load with a fixed rate, the speed doesn't. */
  readonly ratios?: readonly (typeof RATIOS)[number][];
  readonly goals?: Readonly<Partial<Record<QuantityName, number>>>;
}

/** One row for each subject, from the measurements of all rounds. A ratio leaves out the rounds without any answer. */
export function measurementsOf(
  workload: string,
  measured: Readonly<Record<string, readonly Measured[]>>,
  { to, ratios = RATIOS, goals = {} }: Comparing = {},
): readonly Measurement[] {
  const others = to === undefined ? [] : (measured[to] ?? []);
  return Object.entries(measured).map(([subject, rounds]) => {
    const isReference = subject === to;
    const values = { ...valuesOf(rounds), ...(!isReference && ratiosOf(rounds, others, ratios)) };
    const figures = Object.entries(values).flatMap(([name, all]) =>
      all.length > 0 ? [[name, figureOf(all, isReference ? undefined : goals[name as QuantityName])] as const] : [],
    );
    return {
      workload,
      subject,
      figures: Object.fromEntries(figures),
      cpuMicros: mediansByProcess(rounds.filter(hasAnswers).map(({ cpuMicros }) => cpuMicros)),
      ...(to !== undefined && !isReference && { to }),
      failed: rounds.reduce((sum, { failed }) => sum + failed, 0),
    };
  });
}

type Values = Partial<Record<QuantityName, readonly number[]>>;

function valuesOf(rounds: readonly Measured[]): Values {
  const names = Object.keys(rounds[0]?.times ?? {}) as readonly (keyof Measured["times"])[];
  const times = names.map((name) => [name, rounds.map((round) => round.times[name] ?? 0)]);
  return { perSecond: rounds.map(({ perSecond }) => perSecond), ...Object.fromEntries(times) };
}

function ratiosOf(rounds: readonly Measured[], others: readonly Measured[], wanted: readonly (typeof RATIOS)[number][]): Values {
  const pairs = rounds.flatMap((one, at) => {
    const other = others[at];
    return other && hasAnswers(one) && hasAnswers(other) ? [{ one, other }] : [];
  });
  const hasCpu = pairs.every(({ one, other }) => totalOf(one) > 0 && totalOf(other) > 0);
  return {
    ...(wanted.includes("speedRatio") && { speedRatio: pairs.map(({ one, other }) => one.perSecond / other.perSecond) }),
    ...(wanted.includes("cpuRatio") && hasCpu && { cpuRatio: pairs.map(({ one, other }) => totalOf(one) / totalOf(other)) }),
  };
}

function hasAnswers({ perSecond }: Measured): boolean {
  return perSecond > 0;
}

function totalOf({ cpuMicros }: Measured): number {
  return Object.values(cpuMicros).reduce((sum, one) => sum + one, 0);
}

function mediansByProcess(rounds: readonly Readonly<Record<string, number>>[]): Record<string, number> {
  return Object.fromEntries(Object.keys(rounds[0] ?? {}).map((name) => [name, medianOf(rounds.map((round) => round[name] ?? 0))]));
}
