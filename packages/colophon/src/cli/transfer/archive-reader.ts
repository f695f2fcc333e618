import type { Readable, Writable } from "node:stream";
import { text } from "node:stream/consumers";
import { extract } from "tar-stream";
import { Refusal } from "../failures.ts";
import { createLayout, type ArchiveEntry } from "./archive-layout.ts";

/** An entry of an archive that is being read. It is skipped unless its body is read before the next one is requested. */
export interface FoundEntry {
  readonly name: string;
  readonly place: ArchiveEntry;
  readonly size: number;
  readonly body: AsyncIterable<Buffer>;
  /** The whole content of a small entry. */
  text(): Promise<string>;
}

/** The entries of an export, one after another, at the reader's speed. @throws Refusal if it isn't an export, or is incomplete */
export async function* readArchive(source: Readable, signal: AbortSignal): AsyncGenerator<FoundEntry> {
  const archive = extract();
  const entryNamed = createLayout();
  let reason: unknown; // the error of an entry that is open when its archive ends says only that it was destroyed
  archive.on("error", (error) => (reason ??= error));
  const stop = (): void => archive.destroy(new Error("stopped"));
  source.once("error", (error) => archive.destroy(error));
  signal.addEventListener("abort", stop, { once: true });
  source.pipe(archive as unknown as Writable);
  try {
    for await (const entry of archive) {
      entry.on("error", ignore); // the reader of the entry gets the error
      const body = refusing(entry as unknown as AsyncIterable<Buffer>, () => reason);
      const { name, size } = entry.header;
      yield { name, place: entryNamed(entry.header), size, body, text: () => text(body) };
      entry.resume();
    }
  } catch (error) {
    throw toRefusal(error);
  } finally {
    signal.removeEventListener("abort", stop);
    source.unpipe();
    source.destroy();
  }
}

/** The same bytes; a failure of the archive becomes a Refusal. */
async function* refusing(body: AsyncIterable<Buffer>, reasonOf: () => unknown): AsyncGenerator<Buffer> {
  try {
    yield* body;
  } catch (error) {
    throw toRefusal(reasonOf() ?? error);
  }
}

function ignore(): void {
  // reported elsewhere
}

function toRefusal(error: unknown): unknown {
  const message = error instanceof Error ? error.message : "";
  if (/Unexpected end of data/.test(message)) return new Refusal(TOO_SHORT);
  return /tar header|tar format|invalid header|exceeds max size/i.test(message)
    ? new Refusal("This is not an export: the file is not a tar file.")
    : error;
}

/** The message for an archive whose end is missing. */
export const TOO_SHORT = "The export is truncated. Import a complete export; the import then continues.";
