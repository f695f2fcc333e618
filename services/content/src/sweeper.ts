import type { Log } from "@colophon/runtime";

const EVERY_MS = 10 * 60_000;

/** Does the tidying now and then, each time at a slightly other moment, so that replicas don't do it together. */
export function startSweeper({ sweep, log }: { sweep: () => Promise<void>; log: Pick<Log, "warn"> }) {
  let timer: NodeJS.Timeout | undefined;

  function schedule(): void {
    timer = setTimeout(() => void run(), EVERY_MS * (0.5 + Math.random())).unref();
  }

  async function run(): Promise<void> {
    try {
      await sweep();
    } catch (error) {
      log.warn({ err: error }, "tidying failed; it will be tried again");
    }
    schedule();
  }

  schedule();
  return { stop: () => clearTimeout(timer) };
}
