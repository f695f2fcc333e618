import { pathToFileURL } from "node:url";
import { ROOT } from "colophon/stack/settings.ts";
import { measureWarm, warmUp } from "../measure.ts";
import { loadOf, startArticles } from "../requests/articles.ts";
import { VARIABLES } from "../answer-cache.ts";
import { WORKLOADS } from "../requests/workloads.ts";
import { aligned } from "../results/print.ts";
import { pidsOf } from "../site.ts";
import { namedBy, type SuiteOptions } from "../suite.ts";
import { recordProfile, SAMPLE_EVERY_MICROS } from "./record.ts";
import { selfTimesOf, type Part, type SelfTimes } from "./self-time.ts";

const HEAVIEST = 10;
const PROFILED = ["gateway", "content", "services"];

/** Prints where the processor time of the workloads goes in gateway and content, or in the one process; they are profiled one after the other. */
export async function profileRequests({ seconds, workload: text, answerCache, processes }: SuiteOptions): Promise<void> {
  const variables = { ...VARIABLES[answerCache === "off" ? "off" : "on"], PROCESSES: processes };
  const site = await startArticles("bench.config.ts", variables);
  try {
    for (const workload of namedBy(text, WORKLOADS, ({ name }) => name)) {
      await site.fillTo(workload.articles);
      const load = loadOf(workload, site);
      await warmUp(load);
      for (const [name, pid] of Object.entries(pidsOf(site.stack, PROFILED))) {
        const { profile, result } = await recordProfile(pid, () => measureWarm(load, { [name]: pid }, seconds));
        const times = selfTimesOf(profile, { root: ROOT_URL, longestMicros: 2 * SAMPLE_EVERY_MICROS });
        console.log(`\n${workload.name}, ${name}, ${Math.round(result.perSecond)} a second\n${textOf(times, result.cpuMicros[name] ?? 0)}`);
      }
    }
  } finally {
    await site.stop();
  }
}

const ROOT_URL = pathToFileURL(`${ROOT}/`).href;

/** Three tables, in percent of the busy time, and in the same parts of the processor time that a request takes. */
export function textOf({ totalMicros, byPart, byFunction, byOwnFunction }: SelfTimes, microsOfRequest: number): string {
  const lines = (title: string, parts: readonly Part[]) => [
    [title, "µs", "%", ""],
    ...parts.map(({ name, micros }) => {
      const share = micros / totalMicros;
      return [`  ${name}`, (share * microsOfRequest).toFixed(1), (share * 100).toFixed(1), ""];
    }),
  ];
  return aligned([
    ...lines("Self time by part", [...byPart, { name: "all", micros: totalMicros }]),
    ...lines("Heaviest functions, self time", byFunction.slice(0, HEAVIEST)),
    ...lines("Heaviest own functions, with what they call in dependencies and Node.js", byOwnFunction.slice(0, HEAVIEST)),
  ]);
}
