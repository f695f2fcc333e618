import { connect } from "node:net";

export interface RawAnswer {
  readonly status: number;
  readonly head: string;
  readonly body: string;
  /** All received bytes, further answers included. */
  readonly all: string;
  /** Whether the other side closed the connection. */
  readonly closed: boolean;
}

const LIMIT_MS = 60_000;

/**
 * Writes raw bytes and collects this number of complete answers. If the last one says that the connection is closed, or is incomplete, it
 * waits until the other side has closed it.
 */
export function sendRaw(url: string, bytes: string | Buffer, { answers = 1 } = {}): Promise<RawAnswer> {
  return new Promise((resolve) => {
    const { hostname, port } = new URL(url);
    let all = "";
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    const finish = (closed: boolean) => {
      clearTimeout(limit);
      socket.destroy();
      resolve(toAnswer(all, closed));
    };
    const limit = setTimeout(() => finish(false), LIMIT_MS);
    socket.setEncoding("latin1");
    socket.on("data", (text: string) => {
      all += text;
      const complete = completeAnswers(all, bytes.toString("latin1").startsWith("HEAD "));
      if (complete.length >= answers && !complete.some((head) => /^connection: close/im.test(head))) finish(false);
    });
    socket.on("close", () => finish(true));
    socket.on("error", () => undefined);
  });
}

/** The heads of the complete answers at the beginning of these bytes, without those that only announce another one (1xx). */
function completeAnswers(all: string, isHead: boolean): string[] {
  const heads: string[] = [];
  for (let at = 0; ;) {
    const bodyAt = all.indexOf("\r\n\r\n", at) + 4;
    if (bodyAt < 4) return heads;
    const head = all.slice(at, bodyAt);
    const bytes = isHead ? 0 : bodyLength(head, all.slice(bodyAt));
    if (bodyAt + bytes > all.length) return heads;
    if (!head.startsWith("HTTP/1.1 1")) heads.push(head);
    at = bodyAt + bytes;
  }
}

/** The length of a body, or Infinity if more of it must arrive until that is known. */
function bodyLength(head: string, rest: string): number {
  if (/^HTTP\/1\.1 (?:1|204|304)/.test(head)) return 0;
  const length = /^content-length: (\d+)/im.exec(head)?.[1];
  if (length !== undefined) return Number(length);
  const end = rest.startsWith("0\r\n\r\n") ? 0 : rest.indexOf("\r\n0\r\n\r\n");
  return end < 0 ? Infinity : end + (end === 0 ? 5 : 7);
}

function toAnswer(all: string, closed: boolean): RawAnswer {
  const [head = "", ...rest] = all.split("\r\n\r\n");
  return { status: Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? 0), head, body: rest.join("\r\n\r\n"), all, closed };
}
