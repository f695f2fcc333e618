import "./generate.ts";
import "./build-admin.ts";
import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { memoryFolder } from "../tests/support/machine/memory-folder.ts";
import { createMigratedDatabase } from "../tests/support/database/migrated-database.ts";
import { startPostgres } from "../tests/support/servers/postgres.ts";
import { createPostgresData } from "../tests/support/servers/postgres-server.ts";
import { startRedis } from "../tests/support/servers/redis.ts";
import { startStackPool } from "../tests/support/stack/stack-pool.ts";
import { COMPILE_CACHE } from "../tests/support/machine/node-environment.ts";
import { readReport } from "./jest-report.ts";
import { problemWith, thisMachine } from "../packages/colophon/bin/require-node.cjs";
import { startGuard } from "colophon/stack/processes/guard.ts";
import { ROOT } from "colophon/stack/settings.ts";
import { summaryOf } from "./test-summary.ts";

/** `npm test`: all tests of the repository on one PostgreSQL and one Redis with reused stacks and one browser. Arguments go to jest. */
const problem = problemWith(thisMachine(true));
if (problem !== null) {
  console.error(problem);
  process.exit(1);
}

/** Free memory that a run needs to keep its files there. The long tests compare times: they use a disk, as the product does. */
const MEMORY_BYTES: Readonly<Record<string, number>> = { usual: 2e9, slow: 12e9, long: Infinity };
const suite = process.env["TESTS"];
const inMemory = memoryFolder(MEMORY_BYTES[suite ?? "usual"] ?? Infinity);
if (inMemory) process.env["TMPDIR"] = inMemory;

const isEmbedded = !process.env["TEST_DATABASE_URL"] && process.env["TEST_WITH"] !== "containers";
const postgresData = isEmbedded ? createPostgresData() : undefined;
if (postgresData) process.env["TEST_POSTGRES_DATA"] = postgresData;

const guard = startGuard();
const [postgres, redis] = await Promise.all([startPostgres(), startRedis()]);
for (const { pid } of [postgres, redis]) if (pid !== null) guard.watch(pid, "SIGKILL");
Object.assign(process.env, { TEST_DATABASE_URL: postgres.url, TEST_REDIS_URL: redis.url });
const s3 = process.env["TEST_WITH"] === "containers" && !process.env["TEST_S3_URL"] ? await startS3() : null;
if (s3) process.env["TEST_S3_URL"] = s3.url;
process.env["TEST_MIGRATED_DATABASE"] = await createMigratedDatabase();
const stackPool = await startStackPool();

const folder = mkdtempSync(join(tmpdir(), "colophon-tests-"));
const report = join(folder, "report.json");
let running: ChildProcess | null = null;
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => void running?.kill(signal));

const status = await runJest([...process.argv.slice(2), "--json", `--outputFile=${report}`]);
const summary = summaryOf({ status, report: readReport(report), suite });

await stackPool.stop();
await Promise.allSettled([postgres.stop(), redis.stop(), s3?.stop()]);
for (const { pid } of [postgres, redis]) if (pid !== null) guard.forget(pid);
guard.close();
for (const path of [folder, postgresData, inMemory]) if (path) rmSync(path, { recursive: true, force: true, maxRetries: 5 });
console.error(`\n${summary}`);
process.exit(status);

async function startS3() {
  return (await import("../tests/support/servers/containers.ts")).startS3Container();
}

function runJest(args: readonly string[]): Promise<number> {
  const child = spawn(process.execPath, [join(ROOT, "node_modules/jest/bin/jest.js"), ...args], {
    cwd: ROOT,
    stdio: ["inherit", "ignore", "inherit"], // --json also prints the report to standard output; the readable output is on standard error
    env: {
      ...process.env,
      NODE_ENV: "test",
      NODE_COMPILE_CACHE: COMPILE_CACHE,
      TEST_STACK_POOL: stackPool.url,
    },
  });
  running = child;
  return new Promise((resolve) => {
    child.once("error", () => resolve(1));
    child.once("close", (code) => resolve(code ?? 1));
  });
}
