import { spawn } from "node:child_process";
import { join } from "node:path";
import { startPostgres } from "../tests/support/postgres.ts";
import { startRedis } from "../tests/support/redis.ts";
import { problemWith, thisMachine } from "./require-node.cjs";
import { startGuard } from "./stack/guard.ts";
import { ROOT } from "./stack/settings.ts";

/** `npm test`: every test of the repository on one PostgreSQL and one Redis; arguments go on to jest. */
const problem = problemWith(thisMachine(true));
if (problem !== null) {
  console.error(problem);
  process.exit(1);
}

const guard = startGuard();
const [postgres, redis] = await Promise.all([startPostgres(), startRedis()]);
for (const { pid } of [postgres, redis]) if (pid !== null) guard.watch(pid, "SIGKILL");

const jest = spawn(process.execPath, [join(ROOT, "node_modules/jest/bin/jest.js"), ...process.argv.slice(2)], {
  cwd: ROOT,
  stdio: "inherit",
  env: {
    ...process.env,
    NODE_OPTIONS: "--experimental-vm-modules --disable-warning=ExperimentalWarning",
    NODE_ENV: "test",
    TEST_DATABASE_URL: postgres.url,
    TEST_REDIS_URL: redis.url,
  },
});
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => void jest.kill(signal));
const status = await new Promise<number>((resolve) => {
  jest.once("error", () => resolve(1));
  jest.once("close", (code) => resolve(code ?? 1));
});

await Promise.allSettled([postgres.stop(), redis.stop()]);
for (const { pid } of [postgres, redis]) if (pid !== null) guard.forget(pid);
guard.close();
process.exit(status);
