import type { Server, ServerResponse } from "node:http";

/** Idle connections are left to the other side for this long, which closes them first: the gateway's agent after 4 s. */
const IDLE_GRACE_MS = 5000;
const LOOK_EVERY_MS = 25;

/**
 * Makes a server able to stop without breaking a request. While it drains it still answers, and tells every
 * caller to close the connection; it ends when none is left, or when the time is over.
 */
export function createDrain(server: Server, { idleGraceMs = IDLE_GRACE_MS, limitMs = 15_000 } = {}) {
  let draining = false;
  let active = 0;

  server.prependListener("request", (_request, response: ServerResponse) => {
    active++;
    response.once("close", () => active--);
    if (draining) response.setHeader("connection", "close");
  });

  return {
    isDraining: () => draining,

    /** Resolves when the last connection is closed. */
    async drain(): Promise<void> {
      draining = true;
      const started = performance.now();
      while ((await countConnections(server)) > 0) {
        const waited = performance.now() - started;
        if (waited > limitMs || (active === 0 && waited > idleGraceMs)) break;
        await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
      }
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}

function countConnections(server: Server): Promise<number> {
  return new Promise((resolve) => server.getConnections((error, count) => resolve(error ? 0 : count)));
}
