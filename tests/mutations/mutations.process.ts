import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { ROOT } from "colophon/stack/settings.ts";
import { COMPILE_CACHE } from "../support/machine/node-environment.ts";
import { startPostgres } from "../support/servers/postgres.ts";
import { startRedis } from "../support/servers/redis.ts";
import { AREAS } from "./areas.ts";
import type { Area } from "./areas.ts";
import { EQUIVALENT } from "./equivalent.ts";
import { mutantsOf } from "./mutants.ts";
import type { Mutant } from "./mutants.ts";

/**
 * `npm run test:mutations`: makes the rules of `areas.ts` wrong, one small change at a time, and runs their tests, which must fail. Prints
 * the changes that no test notices, except the equivalent ones; then it ends with status 1. Arguments are names of areas, or parts of
 * the paths of sources. It runs a process on each core that it may use: `taskset -c 0 npm run test:mutations limits` runs one.
 */
interface Work {
  readonly area: Area;
  readonly file: string;
  readonly mutant: Mutant;
}

/** A mutant that runs in circles, or waits for what never comes, is noticed by these. */
const LIMIT_MS = 60_000;
const TEST_LIMIT_MS = 10_000;
const UNCHANGED: Mutant = { start: 0, end: 0, replacement: "", line: 1 };

const wanted = process.argv.slice(2);
const isWanted = (area: Area, file: string) => wanted.length === 0 || wanted.some((part) => area.name === part || file.includes(part));
const folder = mkdtempSync(join(tmpdir(), "colophon-mutants-"));
const [postgres, redis] = await Promise.all([startPostgres(), startRedis()]);
Object.assign(process.env, { TEST_DATABASE_URL: postgres.url, TEST_REDIS_URL: redis.url });

const work: Work[] = AREAS.flatMap((area) =>
  area.sources
    .filter((file) => isWanted(area, file))
    .flatMap((file) => mutantsOf(readFileSync(join(ROOT, file), "utf8")).map((mutant) => ({ area, file, mutant }))),
);
const survivors: string[] = [];
const counts = new Map<string, Record<"killed" | "equivalent" | "survived", number>>();
let done = 0;
for (const area of new Set(work.map((mutant) => mutant.area))) {
  if (await passes({ area, file: area.sources[0] ?? "", mutant: UNCHANGED }, join(folder, "unchanged.ts"))) continue;
  console.log(`The tests of ${area.name} fail without a change: ${area.tests.join(" ")}`);
  await end(1);
}
const queue = work.values();
await Promise.all(Array.from({ length: availableParallelism() }, (_, number) => workThrough(number)));

console.table(Object.fromEntries(counts));
console.log(`${work.length} mutants, ${survivors.length} of which no test notices`);
await end(survivors.length === 0 ? 0 : 1);

async function end(status: number): Promise<never> {
  await Promise.all([postgres.stop(), redis.stop()]);
  rmSync(folder, { recursive: true });
  process.exit(status);
}

async function workThrough(number: number): Promise<void> {
  for (const mutant of queue) {
    const description = describe(mutant);
    const outcome = EQUIVALENT.has(description)
      ? "equivalent"
      : (await passes(mutant, join(folder, `${number}.ts`)))
        ? "survived"
        : "killed";
    done++;
    const count = counts.get(mutant.file) ?? { killed: 0, equivalent: 0, survived: 0 };
    counts.set(mutant.file, { ...count, [outcome]: count[outcome] + 1 });
    if (outcome !== "survived") continue;
    survivors.push(description);
    console.log(`${done}/${work.length} ${description}`);
  }
}

/** A line of the source, and what it becomes: the same when other lines change. */
function describe({ file, mutant }: Work): string {
  const source = readFileSync(join(ROOT, file), "utf8");
  const lineStart = source.lastIndexOf("\n", mutant.start) + 1;
  const lineEnd = source.indexOf("\n", mutant.end);
  const before = source.slice(lineStart, lineEnd);
  const after = source.slice(lineStart, mutant.start) + mutant.replacement + source.slice(mutant.end, lineEnd);
  return `${file}: ${before.trim()} → ${after.trim()}`;
}

/** Whether all tests of the area pass with this mutant. */
function passes({ area, file, mutant }: Work, mutantFile: string): Promise<boolean> {
  const source = readFileSync(join(ROOT, file), "utf8");
  writeFileSync(mutantFile, source.slice(0, mutant.start) + mutant.replacement + source.slice(mutant.end));
  const runner = join(import.meta.dirname, "../runner");
  const found = "--testPathIgnorePatterns=/node_modules/"; // slow tests too, where an area names them
  const ends = [`--testEnvironment=${runner}/first-failure.js`, "--bail", "--forceExit", `--testTimeout=${TEST_LIMIT_MS}`];
  const order = `--testSequencer=${runner}/named-first.js`;
  const jest = [join(ROOT, "node_modules/jest/bin/jest.js"), "--runInBand", "--silent", order, found, ...ends];
  const child = spawn(process.execPath, [...jest, ...area.tests], {
    cwd: ROOT,
    stdio: "ignore",
    timeout: LIMIT_MS,
    killSignal: "SIGKILL",
    env: {
      ...process.env,
      NODE_ENV: "test",
      NODE_COMPILE_CACHE: COMPILE_CACHE,
      TESTS_IN_ORDER: JSON.stringify(area.tests),
      NODE_OPTIONS: `--import=${pathToFileURL(join(import.meta.dirname, "load-mutant.ts")).href}`,
      MUTATED_URL: pathToFileURL(join(ROOT, file)).href,
      MUTANT_FILE: mutantFile,
    },
  });
  return new Promise((resolve) => child.once("close", (code) => resolve(code === 0)));
}
