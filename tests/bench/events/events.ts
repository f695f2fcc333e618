import http from "node:http";
import type { Stack } from "colophon/stack/stack.ts";
import { eventually } from "../../support/eventually.ts";
import { memoryOf } from "../../support/machine/process-tree.ts";
import { measure, type Load } from "../measure.ts";
import { makeKey, makeKeys, runSql, startSite } from "../site.ts";

const MEGABYTE = 1024 * 1024;
const PAIRS = 3;
const STREAMS = 2_000;
const PER_KEY = 5;
const PER_ADDRESS = 50;
const CHANGES = 10;
const GOALS = { writePercent: 15, memoryMegabytes: 150, delayMs: 1_000 };
const BODY = JSON.stringify({ title: "Changed", status: "live" });
const FILL = `insert into content.article (id, version, created_at, updated_at, published_at, title, status, date, body)
  select gen_random_uuid(), 1, now(), now(), now(), 'Article ' || n, 'live', '2024-05-01', repeat('A paragraph of text. ', 45) from generate_series(1, 2000) n`;

/** Prints the costs of the event stream beside their goals. */
export async function benchEvents(seconds: number): Promise<void> {
  await benchWrites(seconds);
  for (const processes of ["one", "separate"]) await benchStreams(processes);
}

const pidsOf = (stack: Stack, ...names: readonly string[]): Record<string, number> =>
  Object.fromEntries(stack.processes().flatMap(({ name, pid }) => (names.includes(name) ? [[name, Number(pid)]] : [])));

/** The processor time of a write with the event stream and without, in turn. */
async function benchWrites(seconds: number): Promise<void> {
  const sites = [await startSite("events/on.config.ts"), await startSite("events/off.config.ts")];
  const micros: number[][] = [[], []];
  try {
    const loads = await Promise.all(sites.map(({ stack }) => updatesOf(stack)));
    for (let pair = 0; pair < PAIRS; pair += 1) {
      for (const [at, { stack }] of sites.entries()) micros[at]?.push(await microsOf(loads[at]!, stack, seconds));
    }
  } finally {
    await Promise.all(sites.map((site) => site.stop()));
  }
  const [on = 0, off = 1] = micros.map(medianOf);
  const percent = Math.round((100 * (on - off)) / off);
  console.log(
    `update one field: ${on} µs of processor time with the event stream, ${off} without: ${percent} % more (goal ${GOALS.writePercent})`,
  );
}

async function microsOf(load: Load, stack: Stack, seconds: number): Promise<number> {
  const { cpuMicros, failed } = await measure(load, pidsOf(stack, "gateway", "content", "postgres"), seconds);
  if (failed > 0) throw new Error(`${failed} writes failed`);
  return Object.values(cpuMicros).reduce((sum, one) => sum + one, 0);
}

async function updatesOf({ url, databaseUrl }: Stack): Promise<Load> {
  await runSql(databaseUrl, [FILL]);
  const rows = await runSql<{ id: string }>(databaseUrl, ["select id from content.article"]);
  const key = await makeKey(databaseUrl, "admin");
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  return { url, paths: rows.map(({ id }) => `/api/article/${id}`), method: "PUT", headers, body: BODY };
}

function medianOf(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}

/**
 * The memory of open streams, half of them of API keys and half of anonymous callers, and how long a change takes to all of them.
 *
 * @param processes - `one` for all services, or `separate` ones.
 */
async function benchStreams(processes: string): Promise<void> {
  const { stack, stop } = await startSite("events/on.config.ts", { PROCESSES: processes, TRUST_PROXY: "127.0.0.1/32" });
  try {
    const keys = await makeKeys(stack.databaseUrl, "admin", STREAMS / 2 / PER_KEY);
    const { url, paths, headers } = await updatesOf(stack);
    const pids = Object.values(pidsOf(stack, "gateway", "content", "services"));
    const used = (): number =>
      pids.reduce((sum, pid) => sum + memoryOf(pid).reduce((all, { pssBytes }) => all + pssBytes, 0), 0) / MEGABYTE;
    const write = (): Promise<Response> => fetch(url + paths[0], { method: "PUT", headers, body: BODY });
    for (let count = 0; count < CHANGES; count += 1) await (await write()).text();
    const before = used();
    const callers = Array.from({ length: STREAMS }, (_, at) =>
      at % 2 === 0
        ? { authorization: `Bearer ${keys[Math.floor(at / 2 / PER_KEY)]}` }
        : { "x-forwarded-for": `203.0.113.${Math.floor(at / 2 / PER_ADDRESS) + 1}` },
    );
    const told = { count: 0, at: 0 };
    const open = await openAll(url, callers, () => Object.assign(told, { count: told.count + 1, at: performance.now() }));
    const after = used();
    console.log(
      `PROCESSES=${processes}: ${open.length} idle streams take ${Math.round(after - before)} MB of gateway and content (goal ${GOALS.memoryMegabytes})`,
    );
    const delays: number[] = [];
    for (let count = 0; count < CHANGES; count += 1) {
      told.count = 0;
      await (await write()).text();
      const began = performance.now();
      await eventually(() => told.count === open.length, { what: "all streams are told" });
      delays.push(Math.round(told.at - began));
    }
    console.log(`a change reaches all of them ${delays.toSorted((a, b) => a - b).join(", ")} ms after its answer (goal ${GOALS.delayMs})`);
    for (const request of open) request.destroy();
  } finally {
    await stop();
  }
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
