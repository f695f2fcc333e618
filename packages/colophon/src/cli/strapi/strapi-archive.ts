/** A Strapi export, taken apart into a temporary folder: its lines by kind, and its uploads. */
import { createReadStream, createWriteStream, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable, Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { extract } from "tar-stream";
import { isPlainObject } from "@colophon/model";
import { Refusal } from "../failures.ts";
import { linesOf } from "../transfer/lines.ts";

type Line = Readonly<Record<string, unknown>>;
type Kind = "schemas" | "entities" | "links";

export interface StrapiArchive {
  /** With `uploads` in it. */
  readonly folder: string;
  lines(kind: Kind): AsyncGenerator<Line>;
  remove(): void;
}

const LINES = /^(?:\.\/)?(schemas|entities|links)\/[^/]+\.jsonl$/;
const UPLOAD = /^(?:\.\/)?assets\/uploads\/([^/\\]+)$/;

/** @throws Refusal if it isn't an export that can be read */
export async function openArchive(file: string, signal: AbortSignal): Promise<StrapiArchive> {
  if (/\.enc$/i.test(file)) throw new Refusal(`${file} is encrypted. Make the export with: strapi export --no-encrypt`);
  const folder = mkdtempSync(join(tmpdir(), "colophon-strapi-"));
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  try {
    const kinds = await takeApart(file, folder, signal);
    if (!kinds.has("schemas") || !kinds.has("entities")) throw new Refusal(`${file} is no Strapi export: it has no schemas and entities.`);
    return { folder, lines: (kind) => readLines(join(folder, kind), kinds.has(kind), file), remove };
  } catch (error) {
    remove();
    if (error instanceof Refusal || signal.aborted) throw error;
    throw new Refusal(`${file} can't be read: ${error instanceof Error ? error.message : String(error)}.`, { cause: error });
  }
}

async function takeApart(file: string, folder: string, signal: AbortSignal): Promise<ReadonlySet<string>> {
  mkdirSync(join(folder, "uploads"));
  const archive = extract();
  const kinds = new Set<string>();
  const source: readonly Readable[] = [createReadStream(file)];
  const unpacked = /\.(?:gz|tgz)$/i.test(file) ? [createGunzip()] : [];
  const reading = pipeline([...source, ...unpacked, archive as unknown as Writable] as never, { signal });
  reading.catch(() => undefined); // the loop gets the same error
  for await (const entry of archive) {
    const { name, type } = entry.header;
    const [, kind] = LINES.exec(name) ?? [];
    const [, upload] = UPLOAD.exec(name) ?? [];
    const path = kind ?? (upload !== undefined && !/^\.\.?$/.test(upload) ? join("uploads", upload) : undefined);
    if (kind !== undefined) kinds.add(kind);
    if (type === "file" && path !== undefined)
      await pipeline(entry as unknown as Readable, createWriteStream(join(folder, path), { flags: kind === undefined ? "w" : "a" }), {
        signal,
      });
    else entry.resume();
  }
  await reading;
  return kinds;
}

async function* readLines(path: string, isThere: boolean, file: string): AsyncGenerator<Line> {
  if (!isThere) return;
  const source = createReadStream(path);
  try {
    for await (const text of linesOf(source, file)) {
      const line: unknown = JSON.parse(text);
      if (isPlainObject(line)) yield line;
    }
  } finally {
    source.destroy();
  }
}
