import type { Log } from "../log/log.ts";

/** A process that has not stopped after this time, for each round of a stop, is ended. */
const STOP_LIMIT_MS = 25_000;

/**
 * Ends the process gracefully at SIGTERM and SIGINT (a second signal changes nothing: Ctrl-C often arrives twice), and after an unhandled
 * error: logged, drained, status 1, so that its supervisor restarts it.
 */
export function onStopSignal({ log, rounds, stop }: { log: Log; rounds: number; stop: () => Promise<void> }): void {
  let stopping = false;

  async function end(status: number): Promise<void> {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), rounds * STOP_LIMIT_MS).unref();
    const code = await stop().then(
      () => status,
      (error: unknown) => {
        log.error({ err: error }, "stopping failed");
        return 1;
      },
    );
    log.flush(() => process.exit(code));
    setTimeout(() => process.exit(code), 500).unref();
  }

  function crash(error: unknown): void {
    log.fatal({ err: error }, "unhandled error");
    void end(1);
  }

  process.on("SIGTERM", () => void end(0));
  process.on("SIGINT", () => void end(0));
  process.on("uncaughtException", crash);
  process.on("unhandledRejection", crash);
}
