/** What a process does for its supervisor: it ends at its signals, and answers its pings. */
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

/** What a supervisor sends over its channel to a process, to see whether its event loop runs, and the answer. */
export const PING = "ping";
export const PONG = "pong";

/** Answers the supervisor's pings, if there is one. The channel doesn't keep this process running. */
export function answerPings(): void {
  if (!process.channel) return;
  process.on("message", (message) => {
    if (message === PING) process.send?.(PONG, undefined, {}, () => undefined); // the supervisor may have ended
  });
  process.channel.unref();
}
