import { statfs } from "node:fs/promises";
import { Counter, Gauge, type Registry } from "prom-client";

/** The current use of a pool of connections: open ones, idle ones, waiting requests, and the maximum. */
export interface PoolUsage {
  readonly pool: string;
  readonly size: number;
  readonly idle: number;
  readonly waiting: number;
  readonly limit: number;
}

/** The number of jobs of one queue in each state. */
export interface QueueDepth {
  readonly queue: string;
  readonly states: Readonly<Record<string, number>>;
}

/** PostgreSQL's jobs of one queue by state, and how long the oldest that is due has waited. */
export interface OutboxDepth extends QueueDepth {
  readonly oldestSeconds: number;
}

/** Knows whether Redis answers, and may notify when it stops. */
export interface RedisState {
  isUp(): boolean;
  onOutage?(listener: () => void): void;
}

/** Exposes how much room is left where a folder is; nothing while it does not exist. */
export function showDisk(registry: Registry, folder: string): void {
  const about = { name: "disk_free_ratio", help: "The free part of the disk with the data folder, from 0 to 1.", labels: [] };
  showAll(registry, about, async () => {
    const { bavail, blocks } = await statfs(folder);
    return [[[], bavail / blocks]];
  });
}

/** Exposes the number of requests in work, among them the one for the metrics if it is on the same port. */
export function showRunningRequests(registry: Registry, running: () => number): void {
  const about = { name: "http_requests_in_flight", help: "Requests without a complete answer.", labels: [] };
  showAll(registry, about, async () => [[[], running()]]);
}

/** Exposes the memory of the cache of answers. */
export function showAnswerBytes(registry: Registry, bytes: () => number): void {
  showAll(registry, { name: "answer_cache_bytes", help: "The memory that cached answers take.", labels: [] }, async () => [[[], bytes()]]);
}

/** Exposes the number of open event streams. */
export function showStreams(registry: Registry, size: () => number): void {
  showAll(registry, { name: "event_streams_open", help: "Open event streams.", labels: [] }, async () => [[[], size()]]);
}

/** Exposes whether PostgreSQL accepts writes of this process, and how far its clock is from this machine's. */
export function showDatabase(
  registry: Registry,
  { canWrite, clockDifferenceSeconds }: { canWrite(): Promise<boolean>; clockDifferenceSeconds(): Promise<number> },
): void {
  const writes = { name: "postgres_writable", help: "Whether PostgreSQL accepts writes, 1 or 0; 0 too if it does not answer.", labels: [] };
  showAll(registry, writes, async () => [[[], (await canWrite()) ? 1 : 0]]);
  const clock = {
    name: "postgres_clock_difference_seconds",
    help: "How far PostgreSQL's clock is ahead of the clock of this machine, at least.",
    labels: [],
  };
  showAll(registry, clock, async () => [[[], await clockDifferenceSeconds()]]);
}

/** Exposes the use of the connection pools to PostgreSQL, read when Prometheus scrapes. */
export function showPools(registry: Registry, read: () => readonly PoolUsage[]): void {
  const show = (name: string, help: string, valueOf: (usage: PoolUsage) => number) =>
    showAll(registry, { name, help, labels: ["pool"] }, async () => read().map((usage) => [[usage.pool], valueOf(usage)]));
  show("postgres_pool_connections", "Open connections to PostgreSQL.", ({ size }) => size);
  show("postgres_pool_idle_connections", "Open connections to PostgreSQL that nobody uses.", ({ idle }) => idle);
  show("postgres_pool_max_connections", "Connections to PostgreSQL that this process may open.", ({ limit }) => limit);
  show("postgres_pool_waiting_requests", "Who waits for a connection to PostgreSQL.", ({ waiting }) => waiting);
}

/** Exposes whether Redis answers this process: false from the first failure until a probe is answered. */
export function showRedis(registry: Registry, redis: RedisState): void {
  showAll(registry, { name: "redis_up", help: "Whether Redis answers this process, 1 or 0.", labels: [] }, async () => [
    [[], redis.isUp() ? 1 : 0],
  ]);
  const outages = new Counter({ name: "redis_outages_total", help: "How often Redis stopped to answer.", registers: [registry] });
  redis.onOutage?.(() => outages.inc());
}

/** Exposes the depth of the queues, in Redis and in PostgreSQL's outbox. Values that can't be measured are omitted, never outdated. */
export function showQueues(
  registry: Registry,
  measure: { readonly queues: () => Promise<readonly QueueDepth[]>; readonly outbox: () => Promise<readonly OutboxDepth[]> },
): void {
  const jobs = { name: "queue_jobs", help: "Jobs in BullMQ by queue and state.", labels: ["queue", "state"] };
  showAll(registry, jobs, async () => (await measure.queues()).flatMap(rowsOf));
  const rows = { name: "outbox_jobs", help: "Jobs in PostgreSQL that are not done, by queue and state.", labels: ["queue", "state"] };
  showAll(registry, rows, async () => (await measure.outbox()).flatMap(rowsOf));
  const oldest = { name: "outbox_oldest_job_seconds", help: "How long the oldest due job has waited for BullMQ.", labels: ["queue"] };
  showAll(registry, oldest, async () => (await measure.outbox()).map(({ queue, oldestSeconds }) => [[queue], oldestSeconds]));
}

type Value = readonly [labels: readonly string[], value: number];

function rowsOf({ queue, states }: QueueDepth): Value[] {
  return Object.entries(states).map(([state, count]) => [[queue, state], count]);
}

interface Description {
  readonly name: string;
  readonly help: string;
  readonly labels: readonly string[];
}

/** A gauge that is read when the metrics are requested. A gauge that can't be read is omitted. */
function showAll(registry: Registry, { name, help, labels }: Description, read: () => Promise<readonly Value[]>): void {
  const gauge: Gauge = new Gauge({
    name,
    help,
    labelNames: [...labels],
    registers: [registry],
    async collect() {
      const values = await read().catch(() => []);
      gauge.reset();
      for (const [given, value] of values) gauge.set(Object.fromEntries(given.map((text, at) => [labels[at] ?? "", text])), value);
    },
  });
}
