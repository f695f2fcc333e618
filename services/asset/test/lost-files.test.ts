import { unlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { picture } from "../../../tests/support/media/pictures.ts";
import { createLog } from "@colophon/runtime";
import { createDeriveImage } from "../src/derivatives/derive-image.ts";
import { startAssets, type TestAssets } from "./support/service.ts";

let site: TestAssets;
beforeAll(async () => {
  site = await startAssets();
});
afterAll(() => site.stop());

async function uploadedTwice(bytes: Uint8Array | string, lose: (path: string) => Promise<void>) {
  const first = await site.upload(bytes, { name: "a.txt" });
  const { id, url } = first.json.data as { id: string; url: string };
  const path = join(site.folder, `originals/${id.slice(-2)}/${id}`);
  await lose(path);
  return { id, url, path, again: () => site.upload(bytes, { name: "a.txt" }) };
}

const linesAbout = (id: string): string[] => site.lines.filter((line) => line.includes(id) && line.includes("is missing in the storage"));

test("an upload whose record has lost its file stores the file again", async () => {
  const { url, again } = await uploadedTwice("some text", unlink);
  const lost = await site.get(url);

  const answer = await again();

  expect([lost.status, answer.status]).toEqual([404, 200]);
  expect((await site.get(url)).bytes.toString()).toBe("some text");
});

test("so does an upload whose record has a file of another length", async () => {
  const { url, again } = await uploadedTwice("another text", (path) => writeFile(path, "ano"));

  await again();

  expect((await site.get(url)).bytes.toString()).toBe("another text");
});

test("simultaneous uploads of a lost file all succeed", async () => {
  const { url, again } = await uploadedTwice("popular text", unlink);

  const answers = await Promise.all(Array.from({ length: 10 }, again));

  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect((await site.get(url)).bytes.toString()).toBe("popular text");
});

test("a new derivative of a lost original is not found, at each request, and the log names the record", async () => {
  const { id, url, again } = await uploadedTwice(await picture("png", { width: 90, height: 60, seed: 7 }), unlink);

  const lost = [await site.get(`${url}?w=30`), await site.get(`${url}?w=30`), await site.send("editor", url, { method: "HEAD" })];
  const lines = linesAbout(id);
  await again();
  const healed = await site.get(`${url}?w=30`);

  expect(lost.map(({ status }) => status)).toEqual([404, 404, 404]);
  expect(lines).toHaveLength(3);
  expect(healed.status).toBe(200);
});

test("a derivative that was made before its original was lost is served", async () => {
  const image = await site.upload(await picture("png", { width: 90, height: 60, seed: 8 }));
  const { id, url } = image.json.data as { id: string; url: string };
  const made = await site.get(`${url}?w=30&format=png`);
  await unlink(join(site.folder, `originals/${id.slice(-2)}/${id}`));

  const answer = await site.get(`${url}?w=30&format=png`);

  expect([made.status, answer.status, answer.bytes.equals(made.bytes)]).toEqual([200, 200, true]);
});

test("a worker that finds no original leaves no failed derivative", async () => {
  const image = await site.upload(await picture("png", { width: 90, height: 60, seed: 9 }));
  const { id } = image.json.data as { id: string };
  const transform = { w: 30, h: null, fit: "contain", focus: null, format: "png", q: 80 } as const;
  const name = { id, transformKey: "0123456789abcdef01234567" };
  await unlink(join(site.folder, `originals/${id.slice(-2)}/${id}`));
  await site.derivativeRows.reserve(name, transform, []);
  const lines: string[] = [];
  const log = createLog({ name: "asset-worker", level: "info", to: { write: (line: string) => void lines.push(line) } });
  const images = { warm: () => undefined, run: () => Promise.reject(new Error("there is nothing to transform")) };
  const { assets, derivativeRows: derivatives, storage } = site;
  const derive = createDeriveImage({ assets, derivatives, storage, images, configured: [], log });

  await derive(name);

  expect(await site.derivativeRows.isKnown(name)).toBe(false);
  expect(lines).toEqual([expect.stringContaining(id)]);
});
