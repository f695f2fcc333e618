import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "colophon/stack/processes/free-port.ts";
import { packedSite, type PackedStart } from "../../support/stack/packed-site.ts";
import { processorMsOf } from "../../support/machine/process-tree.ts";
import { startPostgresServer } from "../../support/servers/postgres-server.ts";
import { startRedis } from "../../support/servers/redis.ts";
import { measurementsOf } from "../measurements.ts";
import { figureOf } from "../results/quantities.ts";
import { makeKey } from "../site.ts";
import type { Measurement, Suite, SuiteOptions } from "../suite.ts";
import { createLoads } from "./loads.ts";
import { memoryRows } from "./memory.ts";
import { timeRepository } from "./repository.ts";

const MODES = { one: "one process", separate: "PROCESSES=separate" };
const STARTS = 5;
const IDLE_MS = 20_000;
/** For an idle machine; the start is that of one process. */
const GOALS = { startMs: 1_500, repositoryMs: 5_000 };

/** `colophon start` from the built package: template magazine, production mode, PostgreSQL and Redis outside. */
export const processes: Suite = {
  name: "processes",
  shows: "memory, time to start and speed of the built package, in one process and in several",
  isExtra: true,
  run: measureProcesses,
};

async function* measureProcesses(options: SuiteOptions): AsyncGenerator<Measurement> {
  const folder = mkdtempSync(join(tmpdir(), "colophon-packed-"));
  const postgres = await startPostgresServer({ durable: true });
  const redis = await startRedis({ own: true });
  try {
    const site = await packedSite(folder);
    for (const mode of ["one", "separate"] as const) {
      const variables = { ...(await variablesOf(postgres.url, redis.url)), PROCESSES: mode };
      const start = () => site.start(variables);
      const first = await start(); // creates the tables and the cache of compiled code, or only its part for the other programs
      await first.stop();
      yield* measureStarts(MODES[mode], { first, start, ...(mode === "one" && { goalMs: GOALS.startMs }) });
      const running = await start();
      try {
        yield* measureRunning(MODES[mode], { running, key: await makeKey(postgres.url, "admin"), options });
      } finally {
        await running.stop();
      }
    }
    const times = figureOf(await timeRepository(STARTS), GOALS.repositoryMs);
    yield { workload: "start of `npm start` to the first answered list", subject: "the repository", figures: { milliseconds: times } };
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

interface Starts {
  readonly first: PackedStart;
  readonly start: () => Promise<PackedStart>;
  readonly goalMs?: number;
}

async function* measureStarts(mode: string, { first, start, goalMs }: Starts): AsyncGenerator<Measurement> {
  const row = (workload: string, times: readonly number[], goal?: number): Measurement => {
    return { workload, subject: mode, figures: { milliseconds: figureOf(times, goal) } };
  };
  yield row("first start to the first answered list", [first.firstListMs]);
  const times: number[] = [];
  const processor: number[] = [];
  while (times.length < STARTS) {
    const running = await start();
    times.push(running.firstListMs);
    processor.push(processorMsOf(Number(running.process.pid)));
    await running.stop();
  }
  yield row("start to the first answered list", times, goalMs);
  yield row("processor time of these starts", processor);
}

interface Running {
  readonly running: PackedStart;
  readonly key: string;
  readonly options: SuiteOptions;
}

async function* measureRunning(mode: string, { running, key, options }: Running): AsyncGenerator<Measurement> {
  const pid = Number(running.process.pid);
  const loads = createLoads(running.url, key);
  await sleep(IDLE_MS);
  yield* memoryRows("memory, idle", mode, pid);
  await loads.fill();
  const count = await loads.mixed();
  await sleep(IDLE_MS);
  yield* memoryRows(`memory, idle after ${count.toLocaleString("en")} requests, a third each of lists, reads by id and creates`, mode, pid);
  for (const [name, measured] of Object.entries(await loads.measured(options))) yield* measurementsOf(name, { [mode]: measured });
}
