import { randomBytes } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { expect, test } from "@jest/globals";
import { SEPARATE, startTestStack } from "../support/stack/stack.ts";

const CHUNK = randomBytes(64 * 1024);
const BOUNDARY = "a-boundary";

/** The maximum memory growth of gateway and asset service together for one upload of any size, in MB. */
const ALLOWED_MB = 64;
/** Only Linux reports the memory of a process in /proc. */
const HAS_MEMORY_STATS = process.platform === "linux";

/** Declares the test of an upload. @param size - the number of bytes as text, for the title of the test */
export function testUpload(size: string, bytes: number, timeoutMs: number): void {
  (HAS_MEMORY_STATS ? test : test.skip)(
    `an upload of ${size} costs the gateway and the asset service together at most ${ALLOWED_MB} MB of memory`,
    async () => {
      const { status, gateway, asset } = await growthOfUpload(bytes);

      expect(status).toBe(201);
      expect(gateway + asset).toBeLessThanOrEqual(ALLOWED_MB);
    },
    timeoutMs,
  );
}

/** Uploads this number of bytes to a newly started product. @returns the answer, and the memory growth of both processes in MB */
async function growthOfUpload(bytes: number): Promise<{ status: number; gateway: number; asset: number }> {
  const configFile = join(import.meta.dirname, "../e2e/media.config.ts");
  const stack = await startTestStack({ configFile, variables: { ...SEPARATE, MAX_UPLOAD_BYTES: String(bytes) } });
  try {
    const { data } = await stack.admin.post("/api/_api-keys", { name: "editor", role: "editor" });
    const passed = stack.processes.filter(({ name }) => name === "gateway" || name === "asset");
    let status = 0;
    const growth = await growthMb(passed, async () => {
      ({ status } = await uploadLarge(stack.url, data.key, bytes));
    });
    console.log(`${bytes / 1_000_000} MB uploaded: gateway +${growth["gateway"]} MB, asset +${growth["asset"]} MB`);
    return { status, gateway: growth["gateway"] ?? Infinity, asset: growth["asset"] ?? Infinity };
  } finally {
    await stack.stop();
  }
}

/** The processes that receive an upload. */
type Passed = readonly { readonly name: string; readonly pid: number }[];

/** The growth of each process's memory while `work` ran: its peak minus the memory before, in MB. */
async function growthMb(processes: Passed, work: () => Promise<void>): Promise<Record<string, number>> {
  const before = processes.map(({ pid }) => {
    writeFileSync(`/proc/${pid}/clear_refs`, "5"); // the peak value is reset to the current one
    return statusOf(pid, "VmRSS");
  });
  await work();
  return Object.fromEntries(processes.map(({ name, pid }, at) => [name, (statusOf(pid, "VmHWM") - (before[at] ?? 0)) / 1_000]));
}

/** A field of /proc/<pid>/status, in kB. */
function statusOf(pid: number, field: string): number {
  return Number(new RegExp(`${field}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]);
}

/** Uploads a file of this size as a stream, without storing it in memory. @returns status and body of the answer */
async function uploadLarge(url: string, key: string, bytes: number): Promise<{ status: number; body: string }> {
  const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="large.bin"\r\n\r\n`;
  const end = `\r\n--${BOUNDARY}--\r\n`;
  const upload = request(`${url}/api/assets/upload`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${key}`,
      "content-type": `multipart/form-data; boundary=${BOUNDARY}`,
      "content-length": head.length + bytes + end.length,
    },
  });
  const answered = new Promise<{ status: number; body: string }>((resolve, reject) => {
    upload.once("error", reject);
    upload.once("response", (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.once("end", () => resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString() }));
    });
  });
  await pipeline(Readable.from(bodyOf(head, bytes, end)), upload).catch(() => undefined); // the answer contains the reason
  return answered;
}

function* bodyOf(head: string, bytes: number, end: string): Generator<Buffer> {
  yield Buffer.from(head);
  for (let left = bytes; left > 0; left -= CHUNK.length) yield left < CHUNK.length ? CHUNK.subarray(0, left) : CHUNK;
  yield Buffer.from(end);
}
