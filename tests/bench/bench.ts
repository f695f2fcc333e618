import { argumentsFor, type Arguments } from "./arguments.ts";
import { CONNECTIONS } from "./measure.ts";
import { profileRequests } from "./profile/profile.ts";
import { compare } from "./results/compare.ts";
import { machine, versions } from "./results/machine.ts";
import { aligned, tableOfRows, textOfComparison } from "./results/print.ts";
import { readResult, writeResult, type Result, type Row } from "./results/result.ts";
import { SUITES } from "./suites.ts";
import type { Suite, SuiteOptions } from "./suite.ts";

/** `npm run bench`: measures this repository's product; `--help` prints its options. */
const given = argumentsFor(SUITES);
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));
if (given.list) console.log(aligned(SUITES.map(({ name, shows, isExtra }) => [name, isExtra ? "" : "by default", shows])));
else if (given.profile) await profileRequests(given);
else await measureAll(given);

async function measureAll({ suites, json, compare: other, tolerancePercent, ...options }: Arguments): Promise<void> {
  const stored = other === undefined ? null : readResult(other); // before minutes of load, not after
  const about = { machine: machine(), versions: versions() };
  console.log(headlineOf(about, options));
  const rows: Row[] = [];
  for (const suite of suites) {
    rows.push(...(await measureSuite(suite, options)));
    if (json !== undefined) writeResult(json, resultOf(about, options, rows));
  }
  if (rows.some(({ failed = 0 }) => failed > 0)) process.exitCode = 1;
  if (!stored) return;
  const comparison = compare(stored, resultOf(about, options, rows), tolerancePercent);
  console.log(`\nCompared with ${other}, of ${stored.date.slice(0, 10)}\n${textOfComparison(comparison, tolerancePercent)}`);
  if (comparison.changes.some(({ isRegression }) => isRegression)) process.exitCode = 1;
}

/** Prints the rows of a suite. After an error, those so far: the other suites still run. */
async function measureSuite(suite: Suite, options: SuiteOptions): Promise<readonly Row[]> {
  const { name, shows } = suite;
  console.log(`\n${name}: ${shows}`);
  const rows: Row[] = [];
  try {
    for await (const row of suite.run(options)) {
      rows.push({ suite: name, ...row });
      if (process.stderr.isTTY) process.stderr.write(`\r\u001B[K${row.workload}, ${row.subject}`);
    }
  } catch (error) {
    console.error(error);
    process.exitCode = 1;
  }
  if (process.stderr.isTTY) process.stderr.write("\r\u001B[K");
  if (rows.length > 0) console.log(tableOfRows(rows));
  return rows;
}

function headlineOf({ machine, versions }: Pick<Result, "machine" | "versions">, { seconds, rounds }: SuiteOptions): string {
  const { processor, cores, load } = machine;
  return [
    `Colophon ${versions.colophon}, Node ${versions.node}, PostgreSQL ${versions.postgres} (fsync on), Redis ${versions.redis}`,
    `${cores} cores of ${processor}, load ${load.join(", ")}; the load generator runs on the same machine`,
    `${rounds} rounds of ${seconds} s, ${CONNECTIONS} connections, an API key with the admin role; medians; CPU in µs a request`,
  ].join("\n");
}

function resultOf(about: Pick<Result, "machine" | "versions">, options: SuiteOptions, rows: readonly Row[]): Result {
  const { seconds, rounds, answerCache, processes } = options;
  const how = { seconds, rounds, connections: CONNECTIONS, answerCache, processes };
  return { format: 1, date: new Date().toISOString(), ...about, options: how, rows: [...rows] };
}
