import { connect } from "node:net";

export interface RawAnswer {
  readonly status: number;
  readonly head: string;
  readonly body: string;
  /** All received bytes, further answers included. */
  readonly all: string;
  /** Whether the other side closed the connection before the time limit. */
  readonly closed: boolean;
  readonly ms: number;
}

/** Writes raw bytes and collects the answer, until the other side closes or `waitMs` pass without a byte. */
export function sendRaw(url: string, bytes: string | Buffer, { waitMs = 500, limitMs = 60_000 } = {}): Promise<RawAnswer> {
  return new Promise((resolve) => {
    const { hostname, port } = new URL(url);
    const started = performance.now();
    const chunks: Buffer[] = [];
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    const finish = (closed: boolean) => () => {
      clearTimeout(limit);
      socket.destroy();
      resolve(toAnswer(Buffer.concat(chunks).toString("latin1"), closed, performance.now() - started));
    };
    const limit = setTimeout(finish(false), limitMs);
    socket.on("data", (chunk) => {
      chunks.push(chunk);
      socket.setTimeout(waitMs);
    });
    socket.on("timeout", finish(false));
    socket.on("close", finish(true));
    socket.on("error", () => undefined);
  });
}

function toAnswer(all: string, closed: boolean, ms: number): RawAnswer {
  const [head = "", ...rest] = all.split("\r\n\r\n");
  return { status: Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? 0), head, body: rest.join("\r\n\r\n"), all, closed, ms };
}
