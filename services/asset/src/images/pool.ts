import type { ChildProcess } from "node:child_process";
import { availableParallelism, totalmem } from "node:os";
import { programFile } from "@colophon/runtime/program-files";
import { startChild } from "../process-limits.ts";
import { ask, ImageFailure, NEVER_BEGUN } from "./ask.ts";
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

/** A child without work, and the timer that ends it. */
interface IdleChild {
  readonly child: ChildProcess;
  readonly end: NodeJS.Timeout;
}

const PROCESSOR_MS = 20_000; // 10 s for each of the threads that decode
const WALL_MS = 60_000; // on a busy machine a process of low priority may wait long
const WAIT_MS = 10_000;
const IDLE_MS = 60_000;
const BYTES_PER_PIXEL = 24; // the maximum of all decoders (AVIF)
const LEAST_BYTES = 512 * 1024 * 1024;
const MAX_WAITING = 1_000;
/** The share of the container's memory for all children together: if one is too large, only that one is killed. */
const ROOM = 0.7;

/** Child processes for dangerous work: they can be killed, and are replaced by new ones. */
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
  const idle: IdleChild[] = [];
  const all = new Set<ChildProcess>();
  const started = new WeakSet<ChildProcess>();
  const waiting: (() => void)[] = [];
  let free = slots;
  let nextId = 1;
  let closed = false;

  function open(): ChildProcess {
    const child = startChild(program, [memoryBytes, processorMs], { env: { MALLOC_ARENA_MAX: "2" } });
    all.add(child);
    child.once("message", () => started.add(child));
    child.once("exit", () => {
      all.delete(child);
      forget(child);
    });
    child.on("error", () => child.kill("SIGKILL"));
    return child;
  }

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

  function keep(child: ChildProcess): void {
    if (!child.connected || child.killed) return;
    const end = setTimeout(() => {
      forget(child); // no task may get it while it ends
      child.kill("SIGKILL");
    }, idleMs).unref();
    idle.push({ child, end });
  }

  function forget(child: ChildProcess): void {
    const at = idle.findIndex((one) => one.child === child);
    for (const { end } of at === -1 ? [] : idle.splice(at, 1)) clearTimeout(end);
  }

  /** The child that was busy last, so that those that aren't needed end. */
  function takeIdle(): ChildProcess | undefined {
    const last = idle.pop();
    clearTimeout(last?.end);
    return last?.child;
  }

  /** If a child ended while it was idle, the next one takes over. */
  async function work(task: ImageTask): Promise<Inspected | Derived> {
    for (;;) {
      const known = takeIdle();
      const child = known ?? open();
      try {
        const result = await ask(child, { id: nextId++, maxPixels, task }, { wallMs, isStarted: started.has(child) });
        keep(child);
        return result;
      } catch (error) {
        if (error !== NEVER_BEGUN) {
          keep(child);
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
      if (closed) throw new ImageFailure("busy", "stopping");
      await turn();
      try {
        return (await work(task)) as ImageResults[T["kind"]];
      } finally {
        endTurn();
      }
    },

    /** Starts a process if none runs, so that the next image needn't wait for it; one that is idle stays longer. */
    warm(): void {
      if (closed || all.size > idle.length) return;
      keep(takeIdle() ?? open());
    },

    close(): void {
      closed = true;
      for (const child of all) child.kill("SIGKILL");
    },
  };
}

function roomBytes(): number {
  const constrained = process.constrainedMemory();
  return constrained > 0 ? Math.min(constrained, totalmem()) : totalmem();
}
