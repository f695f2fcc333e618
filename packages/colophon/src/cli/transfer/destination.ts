import { createWriteStream } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import type { Writable } from "node:stream";
import { Refusal } from "../failures.ts";
import type { Terminal } from "../terminal.ts";

/** The destination of an export. */
export interface Destination {
  readonly out: Writable;
  /** Gives the file its final name. */
  keep(): Promise<void>;
  /** Deletes what was written. */
  discard(): Promise<void>;
}

/** Stdout for `-`, else a file that gets its name only after all of it is on the disk. @throws Refusal for a terminal */
export function openDestination(file: string, { stdout }: Terminal): Destination {
  if (file !== "-") return fileDestination(file);
  if (stdout.isTTY) throw new Refusal("An export is binary data and can't be written to a terminal. Use a file name, or pipe the output.");
  return { out: stdout, keep: async () => undefined, discard: async () => undefined };
}

function fileDestination(file: string): Destination {
  const unfinished = `${file}.part`;
  const out = createWriteStream(unfinished, { mode: 0o600, flush: true });
  return {
    out,
    async keep() {
      await rename(unfinished, file);
      const folder = await open(dirname(file));
      try {
        await folder.sync();
      } finally {
        await folder.close();
      }
    },
    async discard() {
      out.destroy();
      await rm(unfinished, { force: true });
    },
  };
}
