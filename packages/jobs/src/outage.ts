import type { Log } from "@colophon/database";

/** Says once that something is away, and once that it is back, however often it is noticed. */
export function createOutage(log: Log, what: string) {
  let since: number | null = null;
  return {
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
