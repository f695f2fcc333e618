import { fork } from "node:child_process";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { freePort } from "colophon/stack/processes/free-port.ts";
import { eventually } from "../support/eventually.ts";
import { printFigures, type Asked } from "./latency.ts";
import { FILL_STORIES, fullScan, TEXTS } from "./search-workloads.ts";

/** The environment of a search measurement. */
export interface SearchBench {
  readonly url: string;
  readonly databaseUrl: string;
  readonly key: string;
  readonly seconds: number;
  readonly runSql: (databaseUrl: string, statements: readonly string[]) => Promise<unknown>;
}

/** Prints the time of searches among 100,000 records, and of a full scan without any index, for one client and for many. */
export async function benchSearch({ url, databaseUrl, key, seconds, runSql }: SearchBench): Promise<void> {
  await runSql(databaseUrl, FILL_STORIES);
  const scan = await startFullScan(databaseUrl);
  console.log(`\nSearch among 100,000 records of 1 KB; scan: the same statement without indexes, straight from node:http`);
  try {
    for (const [kind, text] of Object.entries(TEXTS)) {
      const path = `/api/search?q=${encodeURIComponent(text)}`;
      const ours: Asked = { url: url + path, headers: { authorization: `Bearer ${key}` } };
      const bare: Asked = { url: scan.url, headers: { "x-workload": kind } };
      await requireSame(ours, bare);
      console.log(`search, ${kind}`);
      await printFigures({ ours, scan: bare }, seconds);
    }
  } finally {
    scan.stop();
  }
}

async function startFullScan(databaseUrl: string): Promise<{ readonly url: string; stop(): void }> {
  const port = await freePort();
  const url = new URL(databaseUrl);
  url.searchParams.set("options", "-c enable_indexscan=off -c enable_bitmapscan=off -c max_parallel_workers_per_gather=0 -c timezone=UTC");
  const statements = Object.fromEntries(Object.entries(TEXTS).map(([kind, text]) => [kind, fullScan(text)]));
  const env = { NODE_ENV: "production", PORT: String(port), DATABASE_URL: url.href, STATEMENTS: JSON.stringify(statements) };
  const server = fork(join(import.meta.dirname, "ceiling.process.ts"), { env });
  return { url: `http://127.0.0.1:${port}`, stop: () => server.disconnect() };
}

/** Checks that both return the same answer; otherwise the comparison would be invalid. Waits until the server is ready. */
async function requireSame(ours: Asked, bare: Asked): Promise<void> {
  const [mine, other] = [await answerOf(ours), await answerOf(bare)];
  if (!isDeepStrictEqual(mine, other))
    throw new Error(`The answer of the full scan of ${ours.url} differs:\n${JSON.stringify([mine, other])}`);
}

async function answerOf({ url, headers }: Asked): Promise<unknown> {
  return (await eventually(() => fetch(url, { headers }), { what: `a server listens at ${url}` })).json();
}
