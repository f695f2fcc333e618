import { createCallers } from "./callers.ts";
import type { Callers } from "./callers.ts";
import { startPostgres } from "./postgres.ts";
import type { TestPostgres } from "./postgres-server.ts";
import { startRedis } from "./redis.ts";
import type { TestRedis } from "./redis.ts";
import { startSmtp } from "./smtp.ts";
import type { TestSmtp } from "./smtp.ts";
import { runStack } from "./stack-process.ts";
import type { StackProcess, Where } from "./stack-process.ts";

export { mailedCode } from "./callers.ts";
export { ADMIN } from "./stack-process.ts";

/** The real product on its own database, with the same access as its users. */
export interface TestSite extends Callers, Omit<Where, "processes"> {
  readonly smtp: TestSmtp;
  /** Everything that the processes have printed for this test. */
  printed(): Promise<string>;
  stop(): Promise<void>;
}

/** A site with its own processes, which the test may inspect or damage. */
export interface TestStack extends TestSite, Pick<Where, "processes">, Pick<StackProcess, "pidOf"> {}

export interface TestStackOptions {
  readonly configFile: string;
  readonly variables?: Readonly<Record<string, string>>;
  /** Servers to use instead of new ones, for tests that harm them; they end with the stack. */
  readonly postgres?: TestPostgres;
  readonly redis?: TestRedis;
}

/** Starts the product, with its first admin signed in. */
export async function startTestStack({ configFile, variables = {}, ...given }: TestStackOptions): Promise<TestStack> {
  const [postgres, redis, smtp] = await Promise.all([given.postgres ?? startPostgres(), given.redis ?? startRedis(), startSmtp()]);
  const servers = { DATABASE_URL: postgres.url, REDIS_URL: redis.url, SMTP_URL: smtp.url };
  const { running, pidOf, printed, ...stack } = runStack(configFile, { ...servers, ...variables });
  const stop = async () => {
    await stack.stop();
    await Promise.allSettled([postgres.stop(), redis.stop(), smtp.stop()]);
  };
  try {
    const where = await running;
    return { ...where, smtp, ...(await createCallers(where.url, configFile, smtp)), pidOf, printed: async () => printed(), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
