import { fork, type ChildProcess } from "node:child_process";
import { availableParallelism, totalmem } from "node:os";
import { join } from "node:path";
import type { Derived, ImageReply, ImageRequest, ImageResults, ImageTask, Inspected, Refusal } from "./tasks.ts";

/** Why an image was not worked on: its own fault, too slow, too large for the memory; or not its fault: no room on the disk, too many at once. */
export type FailureKind = "refused" | "timeout" | "crashed" | "unwritten" | "busy";

/** The message is for the log: it may be a decoder's, which no caller is shown. */
export class ImageFailure extends Error {
  override readonly name = "ImageFailure";
  readonly kind: FailureKind;
  /** Of a refused image. */
  readonly refusal: Refusal | null;
  constructor(kind: FailureKind, message: string, refusal: Refusal | null = null) {
    super(message);
    this.kind = kind;
    this.refusal = refusal;
  }
}

export interface ImagePoolOptions {
  readonly maxPixels: number;
  /** Child processes, made when they are first needed. */
  readonly slots?: number;
  /** A child that works longer on one image is killed. */
  readonly limitMs?: number;
  /** A child that grows larger is killed. */
  readonly memoryBytes?: number;
  /** A task that waits longer for its turn is given up. */
  readonly waitMs?: number;
  /** The program that the children run, for tests. */
  readonly program?: string;
}

export type ImagePool = ReturnType<typeof createImagePool>;

const NEVER_BEGUN = new Error("the process had ended before");
const LIMIT_MS = 10_000;
const BYTES_PER_PIXEL = 24; // what the hungriest decoder (AVIF) takes
const LEAST_BYTES = 512 * 1024 * 1024;
const MAX_WAITING = 1_000;
/** The share of the container's memory that all children together may take: one that is too large dies alone. */
const ROOM = 0.7;

/** Child processes that do what is dangerous: they may be killed, and new ones take their place. */
export function createImagePool(options: ImagePoolOptions) {
  const {
    maxPixels,
    slots = availableParallelism(),
    limitMs = LIMIT_MS,
    waitMs = LIMIT_MS,
    program = join(import.meta.dirname, "child.ts"),
  } = options;
  const memoryBytes = options.memoryBytes ?? Math.min(LEAST_BYTES + maxPixels * BYTES_PER_PIXEL, (ROOM * roomBytes()) / slots);
  const idle: ChildProcess[] = [];
  const all = new Set<ChildProcess>();
  const waiting: (() => void)[] = [];
  let free = slots;
  let nextId = 1;
  let closed = false;

  function open(): ChildProcess {
    const child = fork(program, [String(memoryBytes)], {
      execArgv: ["--disable-warning=ExperimentalWarning"],
      env: { PATH: process.env["PATH"], NODE_ENV: "production", MALLOC_ARENA_MAX: "2" }, // none of our secrets
      stdio: ["ignore", "ignore", "ignore", "ipc"],
    });
    all.add(child);
    child.once("exit", () => {
      all.delete(child);
      const at = idle.indexOf(child);
      if (at !== -1) idle.splice(at, 1);
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
    if (child.connected && !child.killed) idle.push(child);
  }

  /** A child that ended while it was idle is no reason to fail: the next one takes over. */
  async function work(task: ImageTask): Promise<Inspected | Derived> {
    for (;;) {
      const known = idle.pop();
      const child = known ?? open();
      try {
        const result = await ask(child, { id: nextId++, maxPixels, task }, limitMs);
        keep(child);
        return result;
      } catch (error) {
        if (error !== NEVER_BEGUN) {
          keep(child);
          throw error;
        }
        child.kill("SIGKILL"); // it counts as connected until its end has been told
        if (!known) throw new ImageFailure("busy", "a new process took no image");
      }
    }
  }

  return {
    /** Does one task. @throws ImageFailure */
    async run<T extends ImageTask>(task: T): Promise<ImageResults[T["kind"]]> {
      if (closed) throw new ImageFailure("busy", "stopping");
      await turn();
      try {
        return (await work(task)) as ImageResults[T["kind"]];
      } finally {
        endTurn();
      }
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

function ask(child: ChildProcess, request: ImageRequest, limitMs: number): Promise<Inspected | Derived> {
  return new Promise((resolve, reject) => {
    const done = (finish: () => void): void => {
      clearTimeout(limit);
      child.off("exit", onExit).off("message", onMessage);
      finish();
    };
    const fail = (kind: FailureKind, message: string, refusal?: Refusal) => done(() => reject(new ImageFailure(kind, message, refusal)));
    const onExit = () => fail("crashed", "the image ended the process that decoded it");
    const start = () => {
      limit = setTimeout(() => {
        child.kill("SIGKILL");
        fail("timeout", `the image took longer than ${limitMs} ms`);
      }, limitMs);
    };
    const onMessage = (message: ImageReply | "ready") => {
      if (message === "ready") {
        clearTimeout(limit);
        return start(); // the time that a process takes to start is not the image's
      }
      if (message.id !== request.id) return;
      if ("result" in message) return done(() => resolve(message.result));
      if ("unwritten" in message) return fail("unwritten", message.unwritten);
      if ("refused" in message) return fail("refused", message.refused, message.refusal);
      fail("crashed", message.failed);
    };
    let limit: NodeJS.Timeout;
    start();
    child.on("message", onMessage).once("exit", onExit);
    child.send(request, (error) => error && done(() => reject(NEVER_BEGUN)));
  });
}
