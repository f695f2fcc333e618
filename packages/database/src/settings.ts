import { EnvError } from "@colophon/config";
import { connectionsForStatements, leastConnections, type OwnConnections } from "./connections/division.ts";
import { LIMITS, type Limits } from "./connections/limits.ts";
import type { DatabaseOptions } from "./database.ts";

/** The names of the variables with a service's settings of PostgreSQL, for `readEnv`. */
export const DATABASE_ENV_NAMES = [
  "DATABASE_POOL_SIZE",
  "DATABASE_POOLER",
  "DATABASE_DIRECT_URL",
  "DATABASE_CONNECT_MS",
  "DATABASE_STATEMENT_MS",
  "DATABASE_ANONYMOUS_STATEMENT_MS",
  "DATABASE_LOCK_MS",
  "SLOW_STATEMENT_MS",
] as const;

interface DatabaseEnv {
  readonly DATABASE_POOL_SIZE: number;
  readonly DATABASE_POOLER: "none" | "transaction" | "transaction-prepared";
  readonly DATABASE_DIRECT_URL: string | undefined;
  readonly DATABASE_CONNECT_MS: number;
  readonly DATABASE_STATEMENT_MS: number;
  readonly DATABASE_ANONYMOUS_STATEMENT_MS: number;
  readonly DATABASE_LOCK_MS: number;
  readonly SLOW_STATEMENT_MS: number;
}

/** The options of `createDatabase` that variables set. @throws EnvError if they don't fit each other. */
export function databaseSettings(env: DatabaseEnv, own: OwnConnections = {}) {
  const pooled = env.DATABASE_POOLER !== "none";
  const least = leastConnections(own);
  if (env.DATABASE_POOL_SIZE < least)
    throw new EnvError([`DATABASE_POOL_SIZE is ${env.DATABASE_POOL_SIZE}: this process needs ${least} connections or more.`]);
  if (pooled && env.DATABASE_DIRECT_URL === undefined)
    throw new EnvError(["DATABASE_DIRECT_URL is not set: with DATABASE_POOLER, set it to the URL of the PostgreSQL server itself."]);
  return {
    poolSize: connectionsForStatements(env.DATABASE_POOL_SIZE, own),
    pooled,
    keepsPrepared: env.DATABASE_POOLER !== "transaction",
    directUrl: env.DATABASE_DIRECT_URL,
    connectMs: env.DATABASE_CONNECT_MS,
    statementMs: env.DATABASE_STATEMENT_MS,
    anonymousStatementMs: env.DATABASE_ANONYMOUS_STATEMENT_MS,
    lockMs: env.DATABASE_LOCK_MS,
    slowStatementMs: env.SLOW_STATEMENT_MS,
  } satisfies Partial<DatabaseOptions>;
}

/**
 * Whether a service tells gateways about its writes, so that they may cache answers. Not behind a pooler: there, nobody can tell whether the
 * connection of a write still exists.
 */
export function cachesAnswers(env: Pick<DatabaseEnv, "DATABASE_POOLER"> & { readonly ANSWER_CACHE_BYTES: number }): boolean {
  return env.ANSWER_CACHE_BYTES > 0 && env.DATABASE_POOLER === "none";
}

/** The time limits that roles get, if the services reach the server through a pooler. */
export function pooledLimits(env: Pick<DatabaseEnv, "DATABASE_POOLER" | "DATABASE_STATEMENT_MS" | "DATABASE_LOCK_MS">): Limits | undefined {
  return env.DATABASE_POOLER === "none" ? undefined : { ...LIMITS, statementMs: env.DATABASE_STATEMENT_MS, lockMs: env.DATABASE_LOCK_MS };
}
