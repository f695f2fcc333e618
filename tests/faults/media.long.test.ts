import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { hostileMedia } from "../support/media/hostile-media.ts";
import { hostileFiles } from "../support/media/hostile-images.ts";
import { createByteClient, type ByteClient } from "../support/http/byte-client.ts";
import { png } from "../support/media/files.ts";
import { NODE_ENVIRONMENT } from "../support/machine/node-environment.ts";
import { startTestStack, type TestStack } from "../support/stack/stack.ts";
import { failuresAmong, p99Of, startLoad, type RunningLoad } from "./load.ts";
import { pidsOf } from "./site.ts";

const READS_A_SECOND = 50;
const P99_MS = 100;
const DERIVATIVES = 5_000;
/** The number of concurrent requests for derivatives from one address. */
const CONCURRENT_REQUESTS = 20;
const NEW_A_MINUTE = 30;
const TIMEOUT = 600_000;

const run = promisify(execFile);
let stack: TestStack;
let editor: ByteClient;
let album: string;
beforeAll(async () => {
  stack = await startTestStack({ configFile: join(import.meta.dirname, "../e2e/media.config.ts") });
  const { data } = await stack.admin.post("/api/_api-keys", { name: "editor", role: "editor" });
  editor = createByteClient(stack.url, { authorization: `Bearer ${data.key}` }, { retries503: false });
  album = (await editor.call("POST", "/api/album", { json: {} })).data.id;
  for (let at = 0; at < 200; at++) await stack.visitor.get(`/api/album/${album}`);
});
afterAll(async () => stack?.stop());

const startReads = (): RunningLoad => startLoad(READS_A_SECOND, () => stack.visitor.get(`/api/album/${album}`));

/** Reads for five seconds without other load. @returns the 99th percentile in ms */
async function unloadedP99(): Promise<number> {
  const reads = startReads();
  await sleep(5_000);
  return p99Of(await reads.stop());
}

async function expectQuick(reads: RunningLoad, unloadedMs: number, during: string): Promise<void> {
  const results = await reads.stop();
  const p99 = p99Of(results);
  console.log(`${results.length} reads during ${during}: p99 ${p99.toFixed(1)} ms (without load ${unloadedMs.toFixed(1)} ms)`);
  expect(failuresAmong(results)).toEqual([]);
  expect(p99).toBeLessThanOrEqual(P99_MS);
}

test(
  "while hostile files are uploaded, reads of content stay fast, and no process ends",
  async () => {
    const files = [...(await hostileFiles()), ...hostileMedia().map((file) => ({ ...file, type: "video/mp4" }))];
    const pids = await pidsOf(stack);
    const unloadedMs = await unloadedP99();

    const reads = startReads();
    const statuses: number[] = [];
    for (const { bytes, name, type } of files)
      statuses.push((await editor.upload(bytes, { name: name.replace(/[^\w.-]/g, ""), type: typeOf(type) })).status);
    await expectQuick(reads, unloadedMs, `${files.length} hostile uploads`);

    expect(files.length).toBeGreaterThanOrEqual(40);
    expect(statuses.filter((status) => ![200, 201, 400].includes(status))).toEqual([]);
    expect(await pidsOf(stack)).toEqual(pids);
  },
  TIMEOUT,
);

test(
  `an anonymous address that requests ${DERIVATIVES} derivatives of an image gets few of them, and reads of content stay fast meanwhile`,
  async () => {
    const { url } = (await editor.upload(png(2_000, 1_500, randomUUID()), { name: "walk.png" })).data;
    const unloadedMs = await unloadedP99();

    const reads = startReads();
    const began = performance.now();
    const statuses = await requestDerivatives(url);
    const windows = 1 + Math.ceil((performance.now() - began) / 60_000);
    await expectQuick(reads, unloadedMs, `requests for ${DERIVATIVES} derivatives`);

    const count = (status: number) => statuses.filter((found) => found === status).length;
    console.log(`made ${count(200)}, over the rate limit ${count(429)}, overloaded ${count(503)}`);
    expect(statuses).toHaveLength(DERIVATIVES);
    expect(count(200) + count(429) + count(503)).toBe(DERIVATIVES);
    expect(count(200) + count(503)).toBeLessThanOrEqual(NEW_A_MINUTE * windows);
  },
  TIMEOUT,
);

/** Requests distinct derivatives. @returns their statuses, in the order of the requests */
async function requestDerivatives(url: string): Promise<number[]> {
  const program = join(import.meta.dirname, "derivatives.process.ts");
  const { stdout } = await run(process.execPath, [program, stack.url + url, String(DERIVATIVES), String(CONCURRENT_REQUESTS)], {
    env: NODE_ENVIRONMENT,
  });
  return JSON.parse(stdout);
}

/** The content type without characters that a header must not contain. */
function typeOf(type: string): string {
  return type.replace(/[^\w/.+;-]/g, "") || "application/octet-stream";
}
