/** Callers who send and read slowly, and an honest caller who is served beside them. */
import { Agent, request, type OutgoingHttpHeaders } from "node:http";
import { connect, type Socket } from "node:net";
import { repeating503 } from "../support/http/repeat-503.ts";

/** One request of a slow caller. */
export interface SlowRequest {
  /** What it sends at once. */
  readonly head: string | Buffer;
  /** What it sends every second. */
  readonly piece?: Buffer;
  /** What it reads every 25 s; by default all. */
  readonly readBytes?: number;
}

export interface Attack {
  /** The connections that are open now. */
  readonly open: () => number;
  readonly stop: () => void;
}

const READ_EVERY_MS = 25_000;

/** Keeps this many connections open, spread over the addresses. A connection that the gateway ends is opened again. */
export function attack(url: string, { head, piece, readBytes }: SlowRequest, addresses: readonly string[], connections: number): Attack {
  const { hostname, port } = new URL(url);
  const sockets = new Set<Socket>();
  let isOver = false;

  function open(localAddress: string): void {
    const socket = connect({ host: hostname, port: Number(port), localAddress }, () => void socket.write(head));
    const timers = [
      piece === undefined ? undefined : setInterval(() => socket.write(piece), 1_000),
      readBytes === undefined ? undefined : setInterval(() => socket.read(readBytes), READ_EVERY_MS),
    ];
    sockets.add(socket);
    socket.on("error", () => undefined);
    if (readBytes === undefined) socket.resume();
    else socket.pause().read(0);
    socket.once("close", () => {
      for (const timer of timers) clearInterval(timer);
      sockets.delete(socket);
      if (!isOver) setTimeout(() => open(localAddress), 200);
    });
  }

  for (let i = 0; i < connections; i++) open(addresses[i % addresses.length] ?? "");
  return {
    open: () => sockets.size,
    stop: () => {
      isOver = true;
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** A caller who sends from one address, waits for each answer, and repeats a request after a 503 as clients do: a busy machine gives some. */
export function callerFrom(localAddress: string, url: string) {
  const agent = new Agent({ keepAlive: true });

  function sendOnce(method: string, path: string, headers: OutgoingHttpHeaders, body?: string | Buffer): Promise<Answered> {
    return new Promise((resolve) => {
      const sent = request(url + path, { method, headers, agent, localAddress }, (answer) => {
        const { statusCode: status = 0, headers: own } = answer;
        answer.resume().once("end", () => resolve({ status, headers: new Headers({ "retry-after": own["retry-after"] ?? "" }) }));
        answer.once("error", () => resolve(NOTHING));
      });
      sent.once("error", () => resolve(NOTHING)).end(body);
    });
  }

  /** @returns the status of the last answer, once all of it has been read; 0 if there is none. */
  async function send(method: string, path: string, headers: OutgoingHttpHeaders = {}, body?: string | Buffer): Promise<number> {
    return (await repeating503(() => sendOnce(method, path, headers, body))).status;
  }

  return { send, close: () => agent.destroy() };
}

interface Answered {
  readonly status: number;
  readonly headers: Headers;
}
const NOTHING: Answered = { status: 0, headers: new Headers() };
