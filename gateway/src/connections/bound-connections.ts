import type { Server } from "node:http";
import type { Socket } from "node:net";

/** Far more than a browser or a pool opens; a connection takes about 10 kB. */
const MAX_CONNECTIONS = 16_000;

/**
 * Limits the open connections. If there are too many, the address with most connections loses its oldest one without a request, so that
 * nobody can use all of them.
 *
 * @param isBusy - whether a request of the connection is being processed.
 */
export function boundConnections(
  server: Server,
  { isBusy, max = MAX_CONNECTIONS }: { isBusy: (socket: Socket) => boolean; max?: number },
): void {
  const open = new Map<string, Set<Socket>>();
  let count = 0;

  function makeRoom(): void {
    const [most] = [...open.values()].toSorted((a, b) => b.size - a.size);
    if (!most) return;
    const [oldest] = most;
    const idle = most.values().find((socket) => !isBusy(socket));
    (idle ?? oldest)?.destroy();
  }

  server.on("connection", (socket: Socket) => {
    const address = socket.remoteAddress ?? "";
    const own = open.get(address) ?? new Set();
    open.set(address, own.add(socket));
    count++;
    socket.once("close", () => {
      count--;
      own.delete(socket);
      if (own.size === 0) open.delete(address);
    });
    if (count > max) makeRoom();
  });
}
