import { connect, createServer } from "node:net";
import type { AddressInfo, Socket } from "node:net";

/** A server whose connections go to a port that can change. */
export interface Forwarder {
  readonly port: number;
  /** The port of new connections. Before the first call, and if nobody listens on it, they end at once. */
  forwardTo(port: number): void;
  stop(): Promise<void>;
}

/**
 * Starts a forwarder to servers of this machine, on an unused port. The port stays its own, while the servers behind it come and go.
 * @param host - `0.0.0.0` for connections from containers: they can't reach the loopback address
 */
export async function startForwarder(host = "127.0.0.1"): Promise<Forwarder> {
  let target: number | null = null;
  const open = new Set<Socket>();
  const carry = (from: Socket, to: Socket) => {
    open.add(from);
    from.on("error", () => undefined); // "close" follows
    from.on("close", () => {
      open.delete(from);
      to.destroySoon();
    });
    from.pipe(to);
  };
  const server = createServer((client) => {
    const upstream = target === null ? null : connect(target, "127.0.0.1");
    if (!upstream) {
      client.destroy();
      return;
    }
    carry(client, upstream);
    carry(upstream, client);
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, host, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    forwardTo: (port) => void (target = port),
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        for (const socket of open) socket.destroy();
      }),
  };
}
