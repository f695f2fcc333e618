import type { Server, ServerResponse } from "node:http";

/** For this time idle connections are left to the other side, which closes them first: the gateway's agent after 3 s. */
const IDLE_GRACE_MS = 5000;
/** A connection that was opened at the last moment may send its request this much later. */
const LATE_REQUEST_MS = 500;
const POLL_EVERY_MS = 25;

/**
 * Lets a server stop without breaking a request. While it drains it still answers, and tells every caller to close the connection. When
 * none is left, or the grace period is over and no request is running, it accepts no new ones; a caller who connected at the last moment
 * still gets an answer. http-graceful-shutdown closes the listening socket first, which resets connections that are not accepted yet.
 */
export function createDrain(server: Server, { idleGraceMs = IDLE_GRACE_MS, lateRequestMs = LATE_REQUEST_MS, limitMs = 15_000 } = {}) {
  let draining = false;
  let active = 0;

  server.prependListener("request", (_request, response: ServerResponse) => {
    active++;
    response.once("close", () => active--);
    if (draining) response.setHeader("connection", "close");
  });

  return {
    isDraining: () => draining,

    /** The number of requests without a complete answer. */
    running: () => active,

    /** Resolves when the last connection is closed. */
    async drain(): Promise<void> {
      draining = true;
      const started = performance.now();
      const idleUntil = async (graceEnds: number) => {
        const isOver = (now: number) => now > started + limitMs || (active === 0 && now > graceEnds);
        while ((await countConnections(server)) > 0 && !isOver(performance.now())) await pause();
      };
      await idleUntil(started + idleGraceMs);
      await acceptWaiting(server, started + limitMs);
      const closed = new Promise<void>((resolve) => server.close(() => resolve())); // idle connections are closed as well
      await idleUntil(performance.now() + lateRequestMs);
      server.closeAllConnections();
      await closed;
    },
  };
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, POLL_EVERY_MS));
}

/**
 * Waits until all pending connections are accepted, at most until `giveUpAt`: closing the listening socket resets those that are not, with
 * their requests. Each turn of the event loop accepts one.
 */
async function acceptWaiting(server: Server, giveUpAt: number): Promise<void> {
  let someoneCame = true;
  const note = (): void => void (someoneCame = true);
  server.on("connection", note);
  while (someoneCame && performance.now() < giveUpAt) {
    someoneCame = false;
    await turnEnds(); // of the current one, which may be past accepting
    await turnEnds();
  }
  server.off("connection", note);
}

function turnEnds(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

function countConnections(server: Server): Promise<number> {
  return new Promise((resolve) => server.getConnections((error, count) => resolve(error ? 0 : count)));
}
