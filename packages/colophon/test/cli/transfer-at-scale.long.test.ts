import { once } from "node:events";
import { createReadStream, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { fill, IMAGE_KEY, pathOf, rowsOf } from "./support/content.ts";
import { openSite, startCms, type TestSite } from "./support/run.ts";

const FILE_BYTES = 200_000_000;
/** Node and its modules take about 150 MB; a whole file in memory would be visible. */
const MOST_BYTES = 320_000_000;
/** Otherwise Node keeps as much garbage as there is free memory. */
const LITTLE_GARBAGE = { NODE_OPTIONS: "--max-old-space-size=128 --max-semi-space-size=4" };

let source: TestSite;
let target: TestSite;
let archive: string;
beforeAll(async () => {
  [source, target] = await Promise.all([openSite(), openSite()]);
  await fill(source, { articles: 20_000, file: Buffer.alloc(FILE_BYTES, "colophon ") });
  archive = join(source.folder, "site.tar");
});
afterAll(() => Promise.all([source.close(), target.close()]));

/** Runs a command and measures its maximum memory. */
async function watched(args: readonly string[], site: TestSite): Promise<{ status: number | null; peakBytes: number; stderr: string }> {
  const child = startCms(args, { ...site.environment, ...LITTLE_GARBAGE });
  child.stdin.end();
  let peakBytes = 0;
  const timer = setInterval(() => (peakBytes = Math.max(peakBytes, peakOf(child.pid))), 100);
  const [stderr, [status]] = await Promise.all([text(child.stderr), once(child, "close"), text(child.stdout)]);
  clearInterval(timer);
  return { status, peakBytes, stderr };
}

function peakOf(pid: number | undefined): number {
  try {
    return 1024 * Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0);
  } catch {
    return 0;
  }
}

test("an export that is stopped leaves nothing behind", async () => {
  const file = join(source.folder, "stopped.tar");
  const child = startCms(["export", file], source.environment);
  while (!readdirSync(source.folder).includes("stopped.tar.part")) await sleep(20);

  child.kill("SIGINT");
  const [output, [status]] = await Promise.all([text(child.stderr), once(child, "close")]);

  expect(output).toContain("Stopped.");
  expect(status).toBe(130);
  expect(readdirSync(source.folder).filter((name) => name.startsWith("stopped"))).toEqual([]);
});

test("an export of a large file and many rows takes little memory", async () => {
  const { status, peakBytes, stderr } = await watched(["export", archive], source);

  expect([status, stderr]).toEqual([0, expect.stringContaining("Exported 20,0")]);
  expect(statSync(archive).size).toBeGreaterThan(FILE_BYTES);
  expect(peakBytes).toBeGreaterThan(0);
  expect(peakBytes).toBeLessThan(MOST_BYTES);
});

test("an import that is killed while it reads stores no row; a second run continues and completes it", async () => {
  const child = startCms(["import", "-"], target.environment);
  child.stdin.on("error", () => undefined);
  createReadStream(archive, { end: 6_000_000 }).pipe(child.stdin, { end: false });
  while ((await waitingEntries()) < 3) await sleep(50);
  child.kill("SIGKILL");
  await once(child, "close");
  expect(await target.sql("select from content.article limit 1")).toEqual([]);

  const { status, peakBytes, stderr } = await watched(["import", archive], target);

  expect([status, stderr]).toEqual([0, expect.stringContaining("The import is complete.")]);
  expect(peakBytes).toBeLessThan(MOST_BYTES);
  expect(await rowsOf(target)).toEqual(await rowsOf(source));
  expect(statSync(pathOf(target, IMAGE_KEY)).size).toBe(FILE_BYTES);
  expect(await target.sql("select from pg_namespace where nspname = 'cms_import'")).toEqual([]);
});

/** The staged entries of the archive in the database. */
async function waitingEntries(): Promise<number> {
  const [found] = await target.sql<{ there: boolean }>("select to_regclass('cms_import.entries') is not null as there");
  return found?.there ? (await target.sql("select from cms_import.entries")).length : 0;
}
