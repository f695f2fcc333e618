import { Worker } from "node:worker_threads";

const LOOK_EVERY_MS = 25;

/** Ends this process when it grows larger. A thread of its own looks, so that the bound holds while the main one is busy. */
export function boundMemory(bytes: number): void {
  const watch = `setInterval(() => process.memoryUsage.rss() > ${bytes} && process.kill(process.pid, "SIGKILL"), ${LOOK_EVERY_MS})`;
  new Worker(watch, { eval: true }).unref();
}
