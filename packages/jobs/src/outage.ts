import type { Log } from "@colophon/database";

/** Logs once that something is not available, and once that it is available again. */
export function createOutage(log: Log, what: string) {
  let since: number | null = null;
  return {
    isNoticed: (): boolean => since !== null,
    noticed(error: unknown): void {
      if (since !== null) return;
      since = Date.now();
      log.warn(
        { reason: error instanceof Error ? error.message : String(error) },
        `${what} is not available; retrying without further log lines`,
      );
    },
    over(): void {
      if (since === null) return;
      log.info({ awayMs: Date.now() - since }, `${what} is available again`);
      since = null;
    },
  };
}
