import pg from "pg";
import type { Log } from "../log.ts";

const RETRY_MS = 1_000;

export interface Listener {
  close(): Promise<void>;
}

/**
 * Calls `onNotify` for each notification on `channel`, over its own connection, which is reopened when it is lost.
 * A notification can get lost in the meantime, so callers also poll.
 */
export function listen(url: string, channel: string, onNotify: () => void, log: Log): Listener {
  let closed = false;
  let client: pg.Client | null = null;
  let retry: NodeJS.Timeout | undefined;

  const again = (): void => {
    client = null;
    clearTimeout(retry);
    if (!closed) retry = setTimeout(connect, RETRY_MS);
  };
  const connect = (): void => {
    const next = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: RETRY_MS,
      keepAlive: true,
      application_name: "colophon listen",
    });
    client = next;
    next.on("notification", onNotify);
    next.on("error", (error) => log.warn({ channel, reason: error.message }, "lost a listening database connection"));
    next.once("end", again);
    next
      .connect()
      .then(() => next.query(`listen ${pg.escapeIdentifier(channel)}`))
      .then(onNotify) // for notifications that were sent before
      .catch(
        () =>
          void next
            .end()
            .catch(() => undefined)
            .finally(again),
      );
  };

  connect();
  return {
    async close() {
      closed = true;
      clearTimeout(retry);
      await client?.end().catch(() => undefined);
    },
  };
}
