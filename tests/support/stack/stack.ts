import { addFailureReporter, logReporter } from "../../runner/failure.ts";
import { createCallers } from "./callers.ts";
import type { Callers } from "./callers.ts";
import { startPostgres } from "../servers/postgres.ts";
import type { TestPostgres } from "../servers/postgres-server.ts";
import { startRedis } from "../servers/redis.ts";
import type { TestRedis } from "../servers/redis.ts";
import { startSmtp } from "../servers/smtp.ts";
import type { TestSmtp } from "../servers/smtp.ts";
import { sharedRunner } from "./pool-client.ts";
import { runStack } from "./stack-process.ts";
import type { RunningStack, StackProcess } from "./stack-process.ts";

export { mailedCode } from "./callers.ts";
export { ADMIN, PATIENT, SEPARATE, TOGETHER } from "./stack-process.ts";
export type { Processes } from "./stack-process.ts";

/** The complete product with its own database. Tests send requests to its gateway. */
export interface TestSite extends Callers, Omit<RunningStack, "processes"> {
  readonly smtp: TestSmtp;
  /** The output of all processes since the test file started or leased the stack. */
  printed(): Promise<string>;
  stop(): Promise<void>;
}

/** A site that only one test file uses, with access to its processes: tests may stop, freeze or kill them. */
export interface TestStack extends TestSite, Pick<RunningStack, "processes">, Pick<StackProcess, "pidOf"> {}

export interface TestStackOptions {
  readonly configFile: string;
  readonly variables?: Readonly<Record<string, string>>;
  /** Servers to use instead of new ones, for tests that stop, freeze or kill them; they are stopped with the stack. */
  readonly postgres?: TestPostgres;
  readonly redis?: TestRedis;
}

/** Starts the product and signs in the first admin. */
export async function startTestStack({ configFile, variables = {}, ...given }: TestStackOptions): Promise<TestStack> {
  const [runner, postgres, redis, smtp] = await Promise.all([
    sharedRunner(),
    given.postgres ?? startPostgres({ migrated: true }),
    given.redis ?? startRedis(),
    startSmtp(),
  ]);
  const servers = { DATABASE_URL: postgres.url, REDIS_URL: redis.url, SMTP_URL: smtp.url };
  const { running, pidOf, printed, ...stack } = runStack(runner, configFile, { ...servers, ...variables });
  addFailureReporter(logReporter(async () => printed()));
  const stop = async () => {
    await stack.stop();
    await Promise.allSettled([postgres.stop(), redis.stop(), smtp.stop()]);
  };
  try {
    const started = await running;
    return { ...started, smtp, ...(await createCallers(started.url, configFile, smtp)), pidOf, printed: async () => printed(), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
