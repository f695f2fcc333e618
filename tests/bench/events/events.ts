import http from "node:http";
import { eventually } from "../../support/eventually.ts";
import { memoryOf } from "../../support/machine/process-tree.ts";
import { measureOption } from "../option-cost.ts";
import { startArticles } from "../requests/articles.ts";
import { figureOf } from "../results/quantities.ts";
import { makeKeys, pidsOf } from "../site.ts";
import type { Measurement, Suite } from "../suite.ts";

const MEGABYTE = 1024 * 1024;
const STREAMS = 2_000;
const PER_KEY = 5;
const PER_ADDRESS = 50;
const CHANGES = 10;
const GOALS = { memoryMegabytes: 150, delayMs: 1_000 };
const CONFIGS = { with: "events/with-events.config.ts", without: "events/without-events.config.ts" };

export const events: Suite = {
  name: "events",
  shows: "the processor time of writes with the event stream, and the memory and the delay of 2,000 open streams",
  isExtra: true,
  async *run(options) {
    yield* measureOption({ name: "events", configs: CONFIGS }, options);
    for (const processes of ["one", "separate"]) yield* measureStreams(processes);
  },
};

/**
 * The memory of open streams, half of them of API keys and half of anonymous callers, and how long a change takes to all of them.
 *
 * @param processes - `one` for all services, or `separate` ones.
 */
async function* measureStreams(processes: string): AsyncGenerator<Measurement> {
  const { stack, headers, ids, stop } = await startArticles(CONFIGS.with, { PROCESSES: processes, TRUST_PROXY: "127.0.0.1/32" });
  const subject = `PROCESSES=${processes}`;
  try {
    const keys = await makeKeys(stack.databaseUrl, "admin", STREAMS / 2 / PER_KEY);
    const [article, body] = [`${stack.url}/api/article/${ids[0]}`, JSON.stringify({ title: "Changed" })];
    const used = (): number =>
      Object.values(pidsOf(stack, ["gateway", "content", "services"]))
        .flatMap(memoryOf)
        .reduce((sum, { pssBytes }) => sum + pssBytes, 0) / MEGABYTE;
    const write = async (): Promise<string> => (await fetch(article, { method: "PUT", headers, body })).text();
    for (let count = 0; count < CHANGES; count += 1) await write();
    const before = used();
    const told = { count: 0, at: 0 };
    const open = await openAll(stack.url, callersWith(keys), () => Object.assign(told, { count: told.count + 1, at: performance.now() }));
    yield {
      workload: `${open.length} idle streams, memory of gateway and content`,
      subject,
      figures: { megabytes: figureOf([used() - before], GOALS.memoryMegabytes) },
    };
    const delays: number[] = [];
    while (delays.length < CHANGES) {
      told.count = 0;
      await write();
      const began = performance.now();
      await eventually(() => told.count === open.length, { what: "all streams are told" });
      delays.push(told.at - began);
    }
    yield {
      workload: "from the answer to a change until all of them are told",
      subject,
      figures: { p50Ms: figureOf(delays), slowestMs: figureOf([Math.max(...delays)], GOALS.delayMs) },
    };
    for (const request of open) request.destroy();
  } finally {
    await stop();
  }
}

function callersWith(keys: readonly string[]): readonly http.OutgoingHttpHeaders[] {
  return Array.from({ length: STREAMS }, (_, at) =>
    at % 2 === 0
      ? { authorization: `Bearer ${keys[Math.floor(at / 2 / PER_KEY)]}` }
      : { "x-forwarded-for": `203.0.113.${Math.floor(at / 2 / PER_ADDRESS) + 1}` },
  );
}

async function openAll(url: string, callers: readonly http.OutgoingHttpHeaders[], onEvent: () => void): Promise<http.ClientRequest[]> {
  const agent = new http.Agent({ maxSockets: Infinity });
  const open: http.ClientRequest[] = [];
  for (let at = 0; at < callers.length; at += PER_ADDRESS) {
    const some = callers.slice(at, at + PER_ADDRESS).map((headers) => openOne(`${url}/api/_events`, { agent, headers }, onEvent));
    open.push(...(await Promise.all(some)));
  }
  return open;
}

function openOne(url: string, options: http.RequestOptions, onEvent: () => void): Promise<http.ClientRequest> {
  return new Promise((resolve, reject) => {
    const request = http.get(url, options, (answer) => {
      if (answer.statusCode !== 200) return reject(new Error(`a stream was answered ${answer.statusCode}`));
      answer.on("data", (piece: Buffer) => piece.includes("event: updated") && onEvent());
      answer.once("data", () => resolve(request));
    });
    request.on("error", reject);
  });
}
