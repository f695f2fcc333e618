import { mkdtempSync, rmSync } from "node:fs";
import { cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "colophon/stack/processes/free-port.ts";
import { packedSite, type PackedStart } from "../../support/stack/packed-site.ts";
import { processorMsOf } from "../../support/machine/process-tree.ts";
import { startPostgresServer } from "../../support/servers/postgres-server.ts";
import { startRedis } from "../../support/servers/redis.ts";
import { CONNECTIONS } from "../measure.ts";
import { makeKey } from "../site.ts";
import { createLoads, type Loads } from "./loads.ts";
import { printMemory } from "./memory.ts";
import { timeRepository } from "./repository.ts";

const MODES = { one: "one process", separate: "PROCESSES=separate" };
const STARTS = 5;
const IDLE_MS = 20_000;
const GOALS = { startMs: 1_500, repositoryMs: 5_000 };

/** Prints memory, time to start and speed of `colophon start` from the built package, with all services in one process and in several. */
export async function benchProcesses(seconds: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "colophon-packed-"));
  const postgres = await startPostgresServer({ durable: true });
  const redis = await startRedis({ own: true });
  try {
    const load = loadavg().map((average) => average.toFixed(1));
    console.log(
      `Node ${process.version}, ${cpus().length} cores of ${cpus()[0]?.model}, load ${load.join(", ")}; goals are for an idle machine`,
    );
    console.log("`colophon start` from the built package, template magazine, production mode, PostgreSQL and Redis outside");
    const site = await packedSite(folder);
    for (const processes of ["one", "separate"] as const) {
      console.log(`\n${MODES[processes]}`);
      const variables = { ...(await variablesOf(postgres.url, redis.url)), PROCESSES: processes };
      const start = () => site.start(variables);
      const first = await start(); // creates the tables and the cache of compiled code, or only its part for the other programs
      await first.stop();
      await printStarts(first, start);
      const running = await start();
      try {
        await benchRunning(running, createLoads(running.url, await makeKey(postgres.url, "admin")), seconds);
      } finally {
        await running.stop();
      }
    }
    await printRepository();
  } finally {
    await redis.stop();
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function variablesOf(databaseUrl: string, redisUrl: string): Promise<Record<string, string>> {
  return {
    PORT: String(await freePort()),
    NODE_ENV: "production",
    LOG_LEVEL: "warn",
    DATABASE_URL: databaseUrl,
    REDIS_URL: redisUrl,
    CMS_ADMIN_EMAIL: "bench@example.com",
    CMS_SECRET: "only for this measurement, with letters enough",
    SMTP_URL: "smtp://127.0.0.1:1",
    RATE_LIMIT_PER_MINUTE: "100000000",
  };
}

async function printStarts(first: PackedStart, start: () => Promise<PackedStart>): Promise<void> {
  console.log(`  first start to the first list      ${Math.round(first.firstListMs)} ms`);
  const times: number[] = [];
  const processor: number[] = [];
  for (let count = 0; count < STARTS; count++) {
    const running = await start();
    times.push(running.firstListMs);
    processor.push(processorMsOf(Number(running.process.pid)));
    await running.stop();
  }
  console.log(`  start to the first answered list   ${timesOf(times)}, goal ${GOALS.startMs}`);
  console.log(`  processor time of these starts     ${timesOf(processor)}`);
}

async function benchRunning({ process: supervisor }: PackedStart, loads: Loads, seconds: number): Promise<void> {
  const pid = Number(supervisor.pid);
  await sleep(IDLE_MS);
  printMemory("idle", pid);
  await loads.fill();
  console.log(`  ${await loads.mixed()} requests, a third each of lists, reads by id and creates`);
  await sleep(IDLE_MS);
  printMemory("idle after them", pid);
  for (const [name, { perSecond, p99Ms, failed }] of await loads.measured(seconds))
    console.log(
      `  ${name.padEnd(34)} ${String(perSecond).padStart(6)}/s  p99 ${p99Ms} ms, ${CONNECTIONS} connections${failed > 0 ? `  FAILED: ${failed}` : ""}`,
    );
}

async function printRepository(): Promise<void> {
  console.log("\n`npm start` in the repository, tables and dependencies exist, with its own PostgreSQL and Redis");
  console.log(`  command to the first answered list ${timesOf(await timeRepository(STARTS))}, goal ${GOALS.repositoryMs}`);
}

function timesOf(times: readonly number[]): string {
  const sorted = times.map(Math.round).toSorted((one, other) => one - other);
  return `${sorted[Math.floor(sorted.length / 2)]} ms, the median of ${sorted.join(", ")}`;
}
