import { randomBytes } from "node:crypto";
import autocannon from "autocannon";
import sharp from "sharp";
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
const ROUNDS = 15;
const ROUNDS_OF_EIGHT = 5;
/** Gives about 40 KB. */
const CACHED_WIDTH_PX = 870;

/** Prints the speed of uploads and downloads, and the time of a transform compared with sharp on the same image. */
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
  const made = { authorization, url: url + path, image, widthPx: 800 };
  console.log(`derivative, first    ${(await derive(made)).toFixed(0)} ms (a moment after the upload, which starts the process for it)`);
  console.log(`derivative, uncached ${await comparedWithSharp(made, 1, ROUNDS)}`);
  console.log(`eight derivatives    ${await comparedWithSharp(made, 8, ROUNDS_OF_EIGHT)}`);

  const headers = { authorization };
  await timeOf(`${url}${path}?w=${CACHED_WIDTH_PX}&format=webp`, authorization);
  const cached = await autocannon({
    url: `${url}${path}?w=${CACHED_WIDTH_PX}&format=webp`,
    connections: CONNECTIONS,
    duration: seconds,
    headers,
  });
  const failed = cached.non2xx + cached.errors;
  const statuses = Object.entries(cached.statusCodeStats ?? {}).map(([status, { count }]) => `${count} × ${status}`);
  console.log(
    `derivative, cached   ${Math.round(cached.requests.average)}/s, p99 ${cached.latency.p99} ms${failed > 0 ? `  FAILED: ${failed} (${statuses.join(", ")})` : ""}`,
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

interface Made {
  readonly authorization: string;
  readonly url: string;
  readonly image: Buffer;
  /** The next width, so that each derivative is a new one. */
  widthPx: number;
}

function derive(made: Made): Promise<number> {
  return timeOf(`${made.url}?w=${made.widthPx--}&format=webp`, made.authorization);
}

/** The time of so many new derivatives at once, and that of sharp alone in this process, in turn: the machine may be busy. */
async function comparedWithSharp(made: Made, count: number, rounds: number): Promise<string> {
  const ours: number[] = [];
  const alone: number[] = [];
  const timeAll = async (work: () => Promise<unknown>): Promise<number> => {
    const begin = performance.now();
    await Promise.all(Array.from({ length: count }, work));
    return performance.now() - begin;
  };
  for (let round = 0; round < rounds; round += 1) {
    ours.push(await timeAll(() => derive(made)));
    alone.push(await timeAll(() => sharp(made.image).resize(made.widthPx).webp().toBuffer()));
  }
  const ratio = medianOf(ours.map((ms, round) => ms / (alone[round] ?? ms)));
  const [own, other] = [medianOf(ours).toFixed(0), medianOf(alone).toFixed(0)];
  return `${own} ms; sharp alone ${other} ms; ${ratio.toFixed(2)} times (medians of ${rounds} rounds in turn)`;
}

function perSecond(bytes: number, times: readonly { readonly ms: number }[]): string {
  const ms = times.reduce((sum, one) => sum + one.ms, 0);
  return ((bytes * times.length) / MEGABYTE / (ms / 1000)).toFixed(0);
}

function medianOf(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
}
