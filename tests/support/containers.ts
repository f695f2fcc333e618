import { GenericContainer, Wait } from "testcontainers";
import type { TestPostgres } from "./postgres-server.ts";
import type { TestRedis } from "./redis.ts";

/** The versions that production runs, from Docker Hub; chosen with TEST_WITH=containers. */
const IMAGES = { postgres: "postgres:17", redis: "redis:7" };

const START_LIMIT_MS = 300_000;

/** PostgreSQL in a container of its own. */
export async function startPostgresContainer(): Promise<TestPostgres> {
  const container = await new GenericContainer(IMAGES.postgres)
    .withEnvironment({ POSTGRES_HOST_AUTH_METHOD: "trust" })
    .withCommand(["postgres", "-c", "fsync=off", "-c", "max_connections=200"])
    .withExposedPorts(5432)
    .withStartupTimeout(START_LIMIT_MS)
    .withWaitStrategy(Wait.forLogMessage(/database system is ready to accept connections/, 2))
    .start();
  const url = `postgres://postgres@${container.getHost()}:${container.getMappedPort(5432)}/postgres`;
  return { url, pid: null, stop: async () => void (await container.stop()) };
}

/** Redis in a container of its own. */
export async function startRedisContainer(): Promise<TestRedis> {
  const container = await new GenericContainer(IMAGES.redis)
    .withExposedPorts(6379)
    .withStartupTimeout(START_LIMIT_MS)
    .withWaitStrategy(Wait.forLogMessage(/Ready to accept connections/))
    .start();
  const url = `redis://${container.getHost()}:${container.getMappedPort(6379)}/0`;
  return { url, pid: null, stop: async () => void (await container.stop()) };
}
