import { connect, createServer } from "node:net";
import type { AddressInfo, Socket } from "node:net";

/** A proxy for PostgreSQL that counts the statements. */
export interface StatementCounter {
  readonly url: string;
  /** The number of statements that all clients executed while `work` ran. */
  during(work: () => Promise<void>): Promise<number>;
  stop(): Promise<void>;
}

const EXECUTE = "E".charCodeAt(0);
const SIMPLE_QUERY = "Q".charCodeAt(0);

/** Starts a proxy on a free port for the server of `databaseUrl`. */
export async function startStatementCounter(databaseUrl: string): Promise<StatementCounter> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let statements = 0;
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    const types = messageTypes();
    client.on("data", (chunk) => {
      for (const type of types(chunk)) if (type === EXECUTE || type === SIMPLE_QUERY) statements++;
    });
    client.pipe(upstream).pipe(client);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on("error", () => undefined);
      socket.on("close", () => (client.destroy(), upstream.destroy(), sockets.delete(socket)));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = new URL(databaseUrl);
  url.hostname = "127.0.0.1";
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    async during(work) {
      const before = statements;
      await work();
      return statements - before;
    },
    async stop() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/**
 * Returns the types of the complete messages in a client's stream. The start-up message has no type; each later message has a type, its
 * length without the type, and its content.
 */
function messageTypes(): (chunk: Buffer) => number[] {
  let rest: Buffer = Buffer.alloc(0);
  let started = false;
  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    const types: number[] = [];
    for (;;) {
      const head = started ? 1 : 0;
      if (rest.length < head + 4) return types;
      const end = head + rest.readUInt32BE(head);
      if (rest.length < end) return types;
      if (started) types.push(rest.readUInt8(0));
      started = true;
      rest = rest.subarray(end);
    }
  };
}
