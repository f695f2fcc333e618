import type { ChildProcess } from "node:child_process";
import { availableParallelism, totalmem } from "node:os";
import { programFile } from "@colophon/runtime/program-files";
import { ask, ImageFailure, NEVER_BEGUN } from "./ask.ts";
import { shareChildren } from "./children.ts";
import type { Derived, ImageResults, ImageTask, Inspected } from "./tasks.ts";

export interface ImagePoolOptions {
  readonly maxPixels: number;
  /** Number of child processes; they are started on first use. */
  readonly slots?: number;
  /** A child that uses more processor time for one image is ended. */
  readonly processorMs?: number;
  /** A child that isn't done by then is killed; this is not considered an error of the image. */
  readonly wallMs?: number;
  /** A child that grows larger is killed. */
  readonly memoryBytes?: number;
  /** A task that waits longer than this fails. */
  readonly waitMs?: number;
  /** A child without work for this time is ended. */
  readonly idleMs?: number;
  /** The program that the children run, for tests. */
  readonly program?: string;
}

export type ImagePool = ReturnType<typeof createImagePool>;

const PROCESSOR_MS = 20_000; // 10 s for each of the threads that decode
const WALL_MS = 60_000; // on a busy machine a process of low priority may wait long
const WAIT_MS = 10_000;
const IDLE_MS = 60_000;
const BYTES_PER_PIXEL = 24; // the maximum of all decoders (AVIF)
const LEAST_BYTES = 512 * 1024 * 1024;
const MAX_WAITING = 1_000;
/** The share of the container's memory for all children together: if one is too large, only that one is killed. */
const ROOM = 0.7;

/**
 * Child processes for dangerous work: they can be killed, and are replaced by new ones. Idle ones are shared with other pools. The queue is
 * bounded, and nothing waits in it longer than `waitMs`; p-limit has neither limit.
 */
export function createImagePool(options: ImagePoolOptions) {
  const {
    maxPixels,
    slots = availableParallelism(),
    processorMs = PROCESSOR_MS,
    wallMs = WALL_MS,
    waitMs = WAIT_MS,
    idleMs = IDLE_MS,
    program = programFile(import.meta, "child"),
  } = options;
  const memoryBytes = options.memoryBytes ?? Math.min(LEAST_BYTES + maxPixels * BYTES_PER_PIXEL, (ROOM * roomBytes()) / slots);
  const children = shareChildren({ program, memoryBytes, processorMs, idleMs });
  const busy = new Set<ChildProcess>();
  const waiting: (() => void)[] = [];
  let free = slots;
  let nextId = 1;
  let closed = false;

  async function turn(): Promise<void> {
    if (free > 0) return void free--;
    if (waiting.length >= MAX_WAITING) throw new ImageFailure("busy", "too many images are waiting");
    await new Promise<void>((resolve, reject) => {
      const go = () => {
        clearTimeout(limit);
        resolve();
      };
      const limit = setTimeout(() => {
        waiting.splice(waiting.indexOf(go), 1);
        reject(new ImageFailure("busy", "other images took too long"));
      }, waitMs);
      waiting.push(go);
    });
  }

  function endTurn(): void {
    const next = waiting.shift();
    if (next) next();
    else free++;
  }

  async function given(child: ChildProcess, task: ImageTask): Promise<Inspected | Derived> {
    busy.add(child);
    const isStarted = children.isStarted(child);
    return ask(child, { id: nextId++, maxPixels, task }, { wallMs, isStarted }).finally(() => busy.delete(child));
  }

  /** If a child ended while it was idle, the next one takes over. */
  async function work(task: ImageTask): Promise<Inspected | Derived> {
    for (;;) {
      if (closed) throw new ImageFailure("busy", "stopping");
      const known = children.takeIdle();
      const child = known ?? children.open();
      try {
        const result = await given(child, task);
        children.keep(child);
        return result;
      } catch (error) {
        if (error !== NEVER_BEGUN) {
          children.keep(child);
          throw error;
        }
        child.kill("SIGKILL"); // it counts as connected until its end is reported
        if (!known) throw new ImageFailure("busy", "a new process took no image");
      }
    }
  }

  return {
    /** Runs one task. @throws ImageFailure */
    async run<T extends ImageTask>(task: T): Promise<ImageResults[T["kind"]]> {
      await turn();
      try {
        return (await work(task)) as ImageResults[T["kind"]];
      } finally {
        endTurn();
      }
    },

    /** Starts a process if none runs, so that the next image needn't wait for it; one that is idle stays longer. */
    warm(): void {
      if (!closed) children.warm();
    },

    close(): void {
      if (closed) return;
      closed = true;
      for (const child of busy) child.kill("SIGKILL");
      children.release();
    },
  };
}

function roomBytes(): number {
  const constrained = process.constrainedMemory();
  return constrained > 0 ? Math.min(constrained, totalmem()) : totalmem();
}
