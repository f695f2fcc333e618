import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, jest, test } from "@jest/globals";
import { AppError } from "@colophon/model/errors";
import { isAlive } from "../../../packages/colophon/src/stack/processes/process-facts.ts";
import { eventually } from "../../../tests/support/eventually.ts";
import { createImagePool, type ImagePool } from "../src/images/pool.ts";
import { createLocalStorage } from "@colophon/storage";
import { picture } from "../../../tests/support/media/pictures.ts";
import { killedOnce } from "./support/killed-once.ts";
import { startAssets, type TestAssets } from "./support/service.ts";

let site: TestAssets | undefined;
let pool: ImagePool | undefined;
afterEach(async () => {
  await site?.stop();
  pool?.close();
  site = undefined;
});

test("if the storage refuses writes, an upload is 503, without a row or a file", async () => {
  const full = async () => Promise.reject(new AppError("SERVICE_UNAVAILABLE"));
  site = await startAssets({ storage: (folder) => ({ ...createLocalStorage({ folder }), write: full }) });

  const answer = await site.upload("some text", { name: "a.txt" });

  expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "1"]);
  expect(await site.sql("select from cms.files")).toHaveLength(0);
  expect(await site.files()).toEqual([]);
});

test("if the storage refuses reads, its files are 503, and other requests are answered", async () => {
  const away = async () => Promise.reject(new AppError("SERVICE_UNAVAILABLE"));
  site = await startAssets({ works: false, storage: (folder) => ({ ...createLocalStorage({ folder }), read: away, stat: away }) });
  const { url } = (await site.upload(await picture())).json.data;

  const answers = await Promise.all([
    site.get(url),
    site.get(`${url}?w=10`),
    site.send("editor", `${url}?w=10`, { method: "HEAD" }),
    site.send("editor", url, { method: "HEAD" }),
    site.get(url, { "if-none-match": "*" }),
  ]);

  expect(answers.map(({ status }) => status)).toEqual([503, 503, 503, 503, 304]);
  expect(answers.slice(0, 4).map(({ headers }) => headers.get("retry-after"))).toEqual(["1", "1", "1", "1"]);
});

test("without the staging folder, an upload is 503", async () => {
  site = await startAssets({ storage: (folder) => ({ ...createLocalStorage({ folder }), stagingFolder: "/proc/none" }) });

  expect((await site.upload("some text", { name: "a.txt" })).status).toBe(503);
});

test("without PostgreSQL, all requests are 503, and nothing stays in the staging folder", async () => {
  site = await startAssets({ works: false });
  const made = await site.upload(await picture());
  await site.db.close();

  const statuses = [(await site.upload("other text", { name: "a.txt" })).status, (await site.get(made.json.data.url)).status];

  expect(statuses).toEqual([503, 503]);
  await eventually(async () => (await site?.files())?.every((name) => !name.startsWith("tmp/")) ?? false);
});

test("images that wait too long in the queue are 503 with Retry-After", async () => {
  site = await startAssets({ images: { slots: 1, waitMs: 1 } });
  const pictures = await Promise.all([1, 2, 3, 4].map((seed) => picture("png", { seed, width: 1_500, height: 1_500 })));

  const answers = await Promise.all(pictures.map((bytes) => site!.upload(bytes)));

  expect(answers.map(({ status }) => status)).toContain(201);
  expect(answers.map(({ status }) => status)).toContain(503);
  expect(await site.files()).toHaveLength(answers.filter(({ status }) => status === 201).length);
});

test.each([
  ["is given no time", { program: join(import.meta.dirname, "fixtures/frozen-child.ts"), wallMs: 500 }],
  ["does not start", { program: "/no/such/child.ts" }],
])("an upload whose process %s is 503 with Retry-After", async (_what, images) => {
  site = await startAssets({ images });

  const answer = await site.upload(await picture());

  expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "5"]);
  expect(await site.files()).toEqual([]);
});

test("an image is transformed although the first process that worked on it was killed", async () => {
  const killed = killedOnce(join(import.meta.dirname, "../src/images/child.ts"), "ready");
  site = await startAssets({ workerImages: { program: killed.program } });
  const { url } = (await site.upload(await picture())).json.data;

  const answer = await site.get(`${url}?w=10`);
  killed.remove();

  expect(answer.status).toBe(200);
});

/** Whether a process has not ended. One that has, and whose parent was not told yet, is a zombie (Z); with threads left (l), its files are open. */
function isRunning(pid: number): boolean {
  const { stdout } = spawnSync("ps", ["-o", "stat=", "-p", String(pid)], { encoding: "utf8" });
  return stdout.trim() !== "" && !/^Z[^l]*$/.test(stdout.trim());
}

test("a process that has ended unnoticed is tried once, and another does the work", async () => {
  const folder = mkdtempSync(join(tmpdir(), "colophon-pool-"));
  const program = join(folder, "child.mjs");
  writeFileSync(program, `process.on("message", ({ id }) => process.send({ id, result: { pid: process.pid } }));`);
  pool = createImagePool({ maxPixels: 1, slots: 1, program });
  const pidOf = async () => Object(await pool?.run({ kind: "inspect", input: "/nowhere" })).pid as number;
  const first = await pidOf();

  process.kill(first, "SIGKILL");
  while (isRunning(first)); // synchronous, so that no event arrives meanwhile
  const second = await pidOf();
  rmSync(folder, { recursive: true });

  expect(second).not.toBe(first);
});

test("a process that has had no work for a while is ended, and the next image gets a new one", async () => {
  const folder = mkdtempSync(join(tmpdir(), "colophon-pool-"));
  const program = join(folder, "child.mjs");
  writeFileSync(program, `process.on("message", ({ id }) => setTimeout(() => process.send({ id, result: { pid: process.pid } }), 50));`);
  pool = createImagePool({ maxPixels: 1, slots: 1, program, idleMs: 5 }); // shorter than its work, which goes on
  const pidOf = async () => Object(await pool?.run({ kind: "inspect", input: "/nowhere" })).pid as number;

  const first = await pidOf();
  await eventually(() => !isAlive(first), { what: "the process has ended" });
  const second = await pidOf();
  rmSync(folder, { recursive: true });

  expect(second).not.toBe(first);
});

test("an image that arrives while an unused process ends gets a new one", async () => {
  const folder = mkdtempSync(join(tmpdir(), "colophon-pool-"));
  const program = join(folder, "child.mjs");
  writeFileSync(program, `process.on("message", ({ id }) => process.send({ id, result: { pid: process.pid } }));`);
  jest.useFakeTimers({ doNotFake: ["nextTick", "queueMicrotask", "setImmediate"] });
  pool = createImagePool({ maxPixels: 1, slots: 1, program, idleMs: 1_000 });
  const pidOf = async () => Object(await pool?.run({ kind: "inspect", input: "/nowhere" })).pid as number;

  const first = await pidOf();
  jest.advanceTimersByTime(1_000); // it is killed, and its end is not reported yet
  const second = await pidOf();
  jest.useRealTimers();
  rmSync(folder, { recursive: true });

  expect(second).not.toBe(first);
});

test("a process that was started ahead works on the next image, and no second one is started ahead", async () => {
  const folder = mkdtempSync(join(tmpdir(), "colophon-pool-"));
  const program = join(folder, "child.mjs");
  writeFileSync(
    program,
    `import { appendFileSync } from "node:fs";
    const { pid } = process;
    appendFileSync(${JSON.stringify(join(folder, "started"))}, pid + "\\n");
    process.on("message", ({ id }) => process.send({ id, result: { pid } }));
    process.send("ready");`,
  );
  pool = createImagePool({ maxPixels: 1, slots: 2, program });

  pool.warm();
  pool.warm();
  const { pid } = Object(await pool.run({ kind: "inspect", input: "/nowhere" })) as { pid: number };
  pool.warm();
  const again = Object(await pool.run({ kind: "inspect", input: "/nowhere" })) as { pid: number };
  const started = readFileSync(join(folder, "started"), "utf8");
  rmSync(folder, { recursive: true });

  expect([started, again.pid]).toEqual([`${pid}\n`, pid]);
});

test("pools of one process share processes that have no work, and the last one that is closed ends them", async () => {
  const folder = mkdtempSync(join(tmpdir(), "colophon-pool-"));
  const program = join(folder, "child.mjs");
  writeFileSync(
    program,
    `process.on("message", ({ id, task }) => task.input === "/wait" || process.send({ id, result: { pid: process.pid } }));`,
  );
  const options = { maxPixels: 1, slots: 1, program };
  const [first, second, other] = [createImagePool(options), createImagePool(options), createImagePool({ ...options, processorMs: 1 })];
  pool = second;
  const inspect = async (by: ImagePool, input = "/nowhere") => Object(await by.run({ kind: "inspect", input })).pid as number;

  const one = await inspect(first);
  const [again, another] = [await inspect(second), await inspect(other)];
  other.close();
  const stopped = inspect(first, "/wait"); // with the process of the first image
  const meanwhile = await inspect(second);
  first.close();
  await expect(stopped).rejects.toMatchObject({ name: "ImageFailure" });
  await eventually(() => !isAlive(one), { what: "the process that was busy for the closed pool has ended" });
  const after = await inspect(second);
  second.close();
  await eventually(() => !isAlive(after), { what: "the last process has ended" });
  rmSync(folder, { recursive: true });

  expect([again, meanwhile === one, after]).toEqual([one, false, meanwhile]);
  expect(another).not.toBe(one);
});

test("a pool continues after any of its processes was killed", async () => {
  pool = createImagePool({ maxPixels: 1_000_000, slots: 1, memoryBytes: 1_000_000 });
  const inspect = () => pool?.run({ kind: "inspect", input: "/nowhere" });

  await expect(inspect()).rejects.toMatchObject({ name: "ImageFailure" }); // its process is larger than a megabyte
  await new Promise((resolve) => setTimeout(resolve, 300));
  await expect(inspect()).rejects.toMatchObject({ name: "ImageFailure" });
});
