import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "colophon/stack/settings.ts";
import { GenericContainer, Wait } from "testcontainers";
import { freePort } from "./free-port.ts";
import { LOOPBACK_ONLY, settingsOf, type TestPostgres } from "./postgres-server.ts";
import { argumentsOf, type TestRedis } from "./redis.ts";

/** The versions that production runs, from Docker Hub; chosen with TEST_WITH=containers. */
const IMAGES = { postgres: "postgres:17", redis: "redis:7" };

const START_LIMIT_MS = 300_000;

/** PostgreSQL in a container with the host's network: Docker's proxy would copy each answer to a published port. */
export async function startPostgresContainer(): Promise<TestPostgres> {
  const port = await freePort();
  const container = await new GenericContainer(IMAGES.postgres)
    .withNetworkMode("host")
    .withEnvironment({ POSTGRES_HOST_AUTH_METHOD: "trust" })
    .withCommand(["postgres", ...settingsOf({ durable: false, more: [LOOPBACK_ONLY, `port=${port}`] })])
    .withTmpFs({ "/var/lib/postgresql/data": "rw" })
    .withStartupTimeout(START_LIMIT_MS)
    .withWaitStrategy(Wait.forLogMessage(/database system is ready to accept connections/, 2))
    .start();
  return { url: `postgres://postgres@127.0.0.1:${port}/postgres`, pid: null, stop: async () => void (await container.stop()) };
}

/** The image of `docker-compose.yml`. */
function imageOfS3(): string {
  const [, image = "", usual = ""] =
    /image: (minio\/minio):\$\{MINIO_TAG:-([^}]+)\}/.exec(readFileSync(join(ROOT, "docker-compose.yml"), "utf8")) ?? [];
  return `${image}:${process.env["MINIO_TAG"] ?? usual}`;
}

/** An S3 server in a container of its own, as a value of TEST_S3_URL. */
export async function startS3Container(): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const container = await new GenericContainer(imageOfS3())
    .withEnvironment({ MINIO_ROOT_USER: "minioadmin", MINIO_ROOT_PASSWORD: "minioadmin" })
    .withCommand(["server", "/data"])
    .withExposedPorts(9000)
    .withStartupTimeout(START_LIMIT_MS)
    .withWaitStrategy(Wait.forHttp("/minio/health/live", 9000))
    .start();
  const url = `http://minioadmin:minioadmin@${container.getHost()}:${container.getMappedPort(9000)}`;
  return { url, stop: async () => void (await container.stop()) };
}

/** PgBouncer in a container with the host's network, which runs as the user of Debian's package. */
export async function startPgbouncerContainer(
  image: string,
  { settingsWith, users }: { settingsWith(usersFile: string): string; readonly users: string },
): Promise<{ stop(): Promise<void> }> {
  const [settingsFile, usersFile] = ["/etc/pgbouncer/test.ini", "/etc/pgbouncer/test-users.txt"];
  const container = await new GenericContainer(image)
    .withNetworkMode("host")
    .withUser("postgres")
    .withCopyContentToContainer([
      { content: settingsWith(usersFile), target: settingsFile, mode: 0o644 },
      { content: users, target: usersFile, mode: 0o644 },
    ])
    .withCommand(["pgbouncer", settingsFile])
    .withStartupTimeout(START_LIMIT_MS)
    .withWaitStrategy(Wait.forLogMessage(/process up/))
    .start();
  return { stop: async () => void (await container.stop()) };
}

/** Postfix in a container with the host's network, which listens on one port of the loopback address. */
export async function startPostfixContainer(
  image: string,
  { port, settings }: { readonly port: number; readonly settings: string },
): Promise<{ stop(): Promise<void> }> {
  const listener = `127.0.0.1:${port}`;
  const commands = [
    "postconf -MX smtp/inet", // port 25
    `postconf -M ${listener}/inet='${listener} inet n - n - - smtpd'`,
    "postconf -F '*/*/chroot=n'",
    "exec postfix start-fg",
  ];
  const container = await new GenericContainer(image)
    .withNetworkMode("host")
    .withCopyContentToContainer([{ content: settings, target: "/etc/postfix/main.cf", mode: 0o644 }])
    .withCommand(["sh", "-c", commands.join(" && ")])
    .withStartupTimeout(START_LIMIT_MS)
    .withWaitStrategy(Wait.forLogMessage(/daemon started/))
    .start();
  return { stop: async () => void (await container.stop()) };
}

/** Redis in a container with the host's network. */
export async function startRedisContainer(): Promise<TestRedis> {
  const port = await freePort();
  const container = await new GenericContainer(IMAGES.redis)
    .withNetworkMode("host")
    .withCommand(["redis-server", ...argumentsOf(port)])
    .withStartupTimeout(START_LIMIT_MS)
    .withWaitStrategy(Wait.forLogMessage(/Ready to accept connections/))
    .start();
  return { url: `redis://127.0.0.1:${port}/0`, pid: null, stop: async () => void (await container.stop()) };
}
