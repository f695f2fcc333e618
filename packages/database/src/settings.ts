import type { DatabaseOptions } from "./database.ts";

/** The names of the variables with a service's settings of PostgreSQL, for `readEnv`. */
export const DATABASE_ENV_NAMES = [
  "DATABASE_POOL_SIZE",
  "DATABASE_CONNECT_MS",
  "DATABASE_STATEMENT_MS",
  "DATABASE_ANONYMOUS_STATEMENT_MS",
  "SLOW_STATEMENT_MS",
] as const;

type DatabaseEnv = Readonly<Record<(typeof DATABASE_ENV_NAMES)[number], number>>;

/** The options of `createDatabase` that variables set. */
export function databaseSettings(env: DatabaseEnv) {
  return {
    poolSize: env.DATABASE_POOL_SIZE,
    connectMs: env.DATABASE_CONNECT_MS,
    statementMs: env.DATABASE_STATEMENT_MS,
    anonymousStatementMs: env.DATABASE_ANONYMOUS_STATEMENT_MS,
    slowStatementMs: env.SLOW_STATEMENT_MS,
  } satisfies Partial<DatabaseOptions>;
}
