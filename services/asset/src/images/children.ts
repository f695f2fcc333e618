import type { ChildProcess } from "node:child_process";
import { startChild } from "../process-limits.ts";

export interface ChildrenOptions {
  /** The program that they run. */
  readonly program: string;
  readonly memoryBytes: number;
  readonly processorMs: number;
  /** One without work for this time is ended. */
  readonly idleMs: number;
}

export type Children = ReturnType<typeof createChildren>;

/** A child without work, and the timer that ends it. */
interface IdleChild {
  readonly child: ChildProcess;
  readonly end: NodeJS.Timeout;
}

interface Shared {
  readonly children: Children;
  users: number;
}

const byOptions = new Map<string, Shared>();

/**
 * Child processes that decode images, for all pools of this process with the same options: one that inspected an upload for the asset service
 * makes the first derivative for the worker, which needn't wait for the start of another one. `release()` when they are no longer used.
 */
export function shareChildren(options: ChildrenOptions): Omit<Children, "end"> & { release(): void } {
  const key = JSON.stringify([options.program, options.memoryBytes, options.processorMs, options.idleMs]);
  const shared = byOptions.get(key) ?? { children: createChildren(options), users: 0 };
  byOptions.set(key, shared);
  shared.users++;
  return {
    ...shared.children,
    release(): void {
      if (--shared.users > 0) return;
      byOptions.delete(key);
      shared.children.end();
    },
  };
}

function createChildren({ program, memoryBytes, processorMs, idleMs }: ChildrenOptions) {
  const idle: IdleChild[] = [];
  const all = new Set<ChildProcess>();
  const started = new WeakSet<ChildProcess>();

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

  return {
    /** Starts one. */
    open,
    /** One without work, if there is any. */
    takeIdle,
    /** Takes one back that has no work any more. */
    keep,

    /** Whether it has worked before, or is ready to. */
    isStarted: (child: ChildProcess): boolean => started.has(child),

    /** Starts one if none runs, so that the next image needn't wait for it; one that is idle stays longer. */
    warm(): void {
      if (all.size <= idle.length) keep(takeIdle() ?? open());
    },

    end(): void {
      for (const child of all) child.kill("SIGKILL");
    },
  };
}
