import type { ChildProcess } from "node:child_process";
import { programFile } from "@colophon/runtime/program-files";
import { endOf, startChild, type ProcessEnd } from "../process-limits.ts";
import type { MediaBytes, MediaFacts, MediaQuestion, MediaRead } from "./messages.ts";

/** An error of the file: it can't be read, or takes too much processor time, too much memory, or too many of its bytes. */
export class MediaFailure extends Error {
  override readonly name = "MediaFailure";
}

/** A stored file that can be read in parts. */
export interface MediaFile {
  readonly size: number;
  /** Bytes of it; `end` is not included. Errors of this function are not caused by the file. */
  readonly read: (start: number, end: number) => Promise<Uint8Array>;
}

export interface MediaReaderOptions {
  /** A child that uses more processor time for one file is ended; the time for its start doesn't count. */
  readonly processorMs?: number;
  /** A child that isn't done by then is killed; the time for fetching bytes doesn't count. This is not considered an error of the file. */
  readonly wallMs?: number;
  /** A child that grows larger is killed. */
  readonly memoryBytes?: number;
  /** Bytes of one file that are read at most. */
  readonly maxBytes?: number;
  /** The program that the children run, for tests. */
  readonly program?: string;
}

export type MediaReader = ReturnType<typeof createMediaReader>;

const PROCESSOR_MS = 10_000;
const WALL_MS = 60_000; // on a busy machine a process of low priority may wait long
const MEMORY_BYTES = 384 * 1024 * 1024;
/** The minimum that a read counts, so that the number of reads is limited too. */
const LEAST_BYTES = 16 * 1024;
const MAX_BYTES = 32 * 1024 * 1024; // the index of a film of three hours takes about ten

/** Reads the metadata of a video or audio file, each in a separate process that can be killed at any moment. */
export function createMediaReader(options: MediaReaderOptions = {}) {
  const {
    processorMs = PROCESSOR_MS,
    wallMs = WALL_MS,
    memoryBytes = MEMORY_BYTES,
    maxBytes = MAX_BYTES,
    program = programFile(import.meta, "child"),
  } = options;
  const children = new Set<ChildProcess>();

  return {
    /** @throws MediaFailure; and failures that the file did not cause: errors of reading it, and other ends of the process. */
    async factsOf(file: MediaFile): Promise<MediaFacts> {
      const child = startChild(program, [file.size, memoryBytes, processorMs], { serialization: "advanced" }); // bytes are sent unchanged
      children.add(child);
      try {
        return await answerOf(child, { file: bounded(file, maxBytes), wallMs });
      } finally {
        children.delete(child);
        child.kill("SIGKILL");
      }
    },

    close(): void {
      for (const child of children) child.kill("SIGKILL");
    },
  };
}

/** The same file, limited to this many bytes. */
function bounded({ size, read }: MediaFile, maxBytes: number): MediaFile {
  let left = maxBytes;
  return {
    size,
    async read(start, end) {
      left -= Math.max(LEAST_BYTES, end - start);
      if (left < 0) throw new MediaFailure(`more than ${maxBytes} bytes would have to be read`);
      return read(start, end);
    },
  };
}

function answerOf(child: ChildProcess, { file, wallMs }: { readonly file: MediaFile; readonly wallMs: number }): Promise<MediaFacts> {
  const answer = Promise.withResolvers<MediaFacts>();
  let hasBegun = false;
  const limit = createStopwatch(wallMs, () => answer.reject(new Error(`a process that reads media was not done after ${wallMs} ms`)));
  const give = async ({ id, start, end }: MediaRead): Promise<void> => {
    limit.pause();
    const bytes = await file.read(start, end).finally(limit.resume);
    if (child.connected) child.send({ id, bytes } satisfies MediaBytes);
  };
  child.on("error", answer.reject);
  child.on("exit", (_code, signal) => answer.reject(reasonOf(endOf(signal, hasBegun))));
  child.on("message", (question: MediaQuestion) => {
    if (question.kind === "begun") hasBegun = true;
    else if (question.kind === "facts") answer.resolve(question.facts);
    else if (question.kind === "refused") answer.reject(new MediaFailure(question.reason));
    else give(question).catch(answer.reject);
  });
  return answer.promise.finally(limit.pause);
}

function reasonOf(end: ProcessEnd): Error {
  if (end === "something else") return new Error("a process that reads media did not start, or was killed");
  return new MediaFailure(end === "out of time" ? "it took too much processor time" : "it ended the process that read it");
}

/** Calls back after this time, without the time between `pause` and `resume`, which may nest. */
export function createStopwatch(limitMs: number, onEnd: () => void) {
  let leftMs = limitMs;
  let since = performance.now();
  let pauses = 0;
  let timer = setTimeout(onEnd, leftMs);
  return {
    pause(): void {
      if (pauses++ > 0) return;
      clearTimeout(timer);
      leftMs -= performance.now() - since;
    },
    resume(): void {
      if (--pauses > 0) return;
      since = performance.now();
      timer = setTimeout(onEnd, Math.max(0, leftMs));
    },
  };
}
