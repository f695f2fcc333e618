import http from "node:http";
import type { AddressInfo } from "node:net";

export interface Received {
  readonly id: string;
  readonly headers: Record<string, string>;
  readonly text: string;
  readonly body: ReturnType<typeof JSON.parse>;
}

export interface Reaction {
  readonly status?: number;
  readonly headers?: Record<string, string>;
  readonly text?: string;
  /** It never answers. */
  readonly hangs?: true;
}

export type Receiver = Awaited<ReturnType<typeof startReceiver>>;

/** A server that stores the messages it gets. It answers as `react` says. */
export async function startReceiver() {
  const received: Received[] = [];
  const behaviour: { react: (message: Received) => Reaction | Promise<Reaction> } = { react: () => ({}) };
  const answer = async (req: http.IncomingMessage, res: http.ServerResponse): Promise<void> => {
    const chunks: Buffer[] = [];
    for await (const chunk of req as AsyncIterable<Buffer>) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString();
    const headers = Object.fromEntries(Object.entries(req.headers).map(([name, value]) => [name, String(value)]));
    const message = { id: headers["webhook-id"] ?? "", headers, text, body: JSON.parse(text) };
    received.push(message);
    const { status = 204, headers: given = {}, text: body = "", hangs } = await behaviour.react(message);
    if (!hangs) res.writeHead(status, given).end(body);
  };
  const server = http.createServer((req, res) => void answer(req, res).catch(() => res.destroy()));
  const listen = (port: number) => new Promise<void>((resolve) => void server.listen(port, "127.0.0.1", resolve));
  const stop = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise((resolve) => void server.close(resolve));
  };
  await listen(0);
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/events`,
    received,
    behaviour,
    stop,
    /** After `stop`, at the same URL. */
    startAgain: () => listen(port),
  };
}
