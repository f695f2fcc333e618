import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import autocannon from "autocannon";
import { photograph } from "../support/media/pictures.ts";
import { CONNECTIONS } from "./measure.ts";

/** The environment of a media measurement. */
export interface MediaBench {
  readonly url: string;
  readonly key: string;
  readonly seconds: number;
}

const MEGABYTE = 1024 * 1024;
const FILE_BYTES = 64 * MEGABYTE;
const FILES = 4;
const WIDTHS_PX = [800, 790, 780, 770, 760];
const run = promisify(execFile);

/** Prints the speed of uploads and downloads, and the time of a transform compared with vipsthumbnail on the same image. */
export async function benchMedia({ url, key, seconds }: MediaBench): Promise<void> {
  const authorization = `Bearer ${key}`;
  const image = await photograph(4000, 3000);
  console.log(
    `\nMedia through the gateway; the image is a JPEG of 4000×3000, ${(image.length / MEGABYTE).toFixed(1)} MB, made 800 px wide in WebP`,
  );

  const uploads: { path: string; ms: number }[] = [];
  for (let n = 0; n < FILES; n += 1) uploads.push(await upload({ url, authorization }, randomBytes(FILE_BYTES), "file.bin"));
  console.log(
    `upload               ${perSecond(FILE_BYTES, uploads)} MB/s (${FILES} files of ${FILE_BYTES / MEGABYTE} MB, one after the other)`,
  );

  const downloads: { ms: number }[] = [];
  for (const { path } of uploads) downloads.push({ ms: await timeOf(url + path, authorization) });
  console.log(`original             ${perSecond(FILE_BYTES, downloads)} MB/s`);

  const { path } = await upload({ url, authorization }, image, "image.jpg");
  const uncached: number[] = [];
  for (const width of WIDTHS_PX) uncached.push(await timeOf(`${url}${path}?w=${width}&format=webp`, authorization));
  console.log(
    `derivative, uncached ${medianOf(uncached).toFixed(0)} ms; vipsthumbnail ${await vipsthumbnailMs(image)} (medians of ${WIDTHS_PX.length})`,
  );

  const headers = { authorization };
  const cached = await autocannon({ url: `${url}${path}?w=800&format=webp`, connections: CONNECTIONS, duration: seconds, headers });
  const failed = cached.non2xx + cached.errors;
  console.log(
    `derivative, cached   ${Math.round(cached.requests.average)}/s, p99 ${cached.latency.p99} ms${failed > 0 ? `  FAILED: ${failed}` : ""}`,
  );
}

async function upload({ url, authorization }: { url: string; authorization: string }, bytes: Buffer<ArrayBuffer> | Buffer, name: string) {
  const body = new FormData();
  body.append("file", new Blob([new Uint8Array(bytes)]), name);
  const begin = performance.now();
  const answer = await fetch(`${url}/api/assets/upload`, { method: "POST", headers: { authorization }, body });
  const ms = performance.now() - begin;
  if (answer.status !== 201) throw new Error(`The upload failed with ${answer.status}: ${await answer.text()}`);
  const { data } = (await answer.json()) as { data: { url: string } };
  return { path: data.url, ms };
}

/** The time of a complete answer; its body is discarded. @throws Error if the request fails */
async function timeOf(url: string, authorization: string): Promise<number> {
  const begin = performance.now();
  const answer = await fetch(url, { headers: { authorization } });
  for await (const _ of answer.body ?? []);
  if (answer.status !== 200) throw new Error(`${url} gave ${answer.status}`);
  return performance.now() - begin;
}

/** The time of the same transform with vipsthumbnail, including the start of the process; a message if it is not installed. */
async function vipsthumbnailMs(image: Buffer): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "colophon-bench-image-"));
  const file = join(folder, "image.jpg");
  writeFileSync(file, image);
  try {
    const times: number[] = [];
    for (const width of WIDTHS_PX) {
      const begin = performance.now();
      await run("vipsthumbnail", [file, "--size", `${width}x`, "-o", `${join(folder, "small.webp")}[Q=80,strip]`]);
      times.push(performance.now() - begin);
    }
    return `${medianOf(times).toFixed(0)} ms`;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return "is not installed (Debian: libvips-tools)";
    throw error;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function perSecond(bytes: number, times: readonly { readonly ms: number }[]): string {
  const ms = times.reduce((sum, one) => sum + one.ms, 0);
  return ((bytes * times.length) / MEGABYTE / (ms / 1000)).toFixed(0);
}

function medianOf(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
}
