import { Readable, type Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { pack } from "tar-stream";

/** An entry of the archive that is written in pieces. */
export interface NewEntry {
  readonly name: string;
  readonly size: number;
  readonly modifiedAt: Date;
}

export type ArchiveWriter = ReturnType<typeof createArchiveWriter>;

/** Writes a tar at the speed of `out`; only the current piece is in memory. @param signal - aborts the writing */
export function createArchiveWriter(out: Writable, signal: AbortSignal) {
  const archive = pack();
  const flowing = pipeline(Readable.from(archive), out, { signal });
  flowing.catch(() => archive.destroy());

  async function file(
    { name, size, modifiedAt }: NewEntry,
    body: Readable,
    onBytes: (count: number) => void = () => undefined,
  ): Promise<void> {
    await Promise.race([flowing, Promise.resolve()]); // the earlier failure has the reason
    const { promise: written, resolve, reject } = Promise.withResolvers<null>();
    const entry = archive.entry({ name, size, mtime: modifiedAt, mode: 0o600 }, (error) => (error ? reject(error) : resolve(null)));
    const poured = pour(body, entry, onBytes);
    await Promise.race([Promise.all([written, poured]), flowing]);
  }

  return {
    /** Adds a file whose size is known. @throws if the body ends early, or `out` is closed */
    file,

    /** Adds a small file. */
    text: (name: string, content: string, modifiedAt: Date): Promise<void> => {
      const bytes = Buffer.from(content);
      return file({ name, size: bytes.length, modifiedAt }, Readable.from([bytes]));
    },

    /** Ends the archive and waits until it is completely written. */
    async finish(): Promise<void> {
      archive.finalize();
      await flowing;
    },

    /** Aborts. */
    abandon: (): void => archive.destroy(),
  };
}

type Sink = ReturnType<ReturnType<typeof pack>["entry"]>;

async function pour(body: Readable, entry: Sink, onBytes: (count: number) => void): Promise<void> {
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      onBytes(chunk.length);
      if (!entry.write(chunk)) await drained(entry);
    }
    entry.end(null);
  } catch (error) {
    entry.destroy(error instanceof Error ? error : undefined);
    throw error;
  }
}

/** Waits until the entry can take more, or is closed. */
function drained(entry: Sink): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      entry.off("drain", done);
      entry.off("close", done);
      resolve();
    };
    entry.on("drain", done);
    entry.on("close", done);
  });
}
