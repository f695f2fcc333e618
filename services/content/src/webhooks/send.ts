import http from "node:http";
import https from "node:https";
import type { AttemptResult } from "@colophon/database";
import { isPublicAddress, PrivateAddress, publicLookup, requirePublicHost, type Resolve } from "./addresses.ts";

export interface Message {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly allowPrivate: boolean;
}

export interface Sent extends AttemptResult {
  readonly retryAfter: string | undefined;
}

export interface SenderOptions {
  /** For one attempt, the receiver's answer included. */
  readonly timeLimitMs?: number;
  readonly resolve?: Resolve;
}

export type Sender = ReturnType<typeof createSender>;

const TIME_LIMIT_MS = 10_000;
const MAX_ANSWER_BYTES = 4_096;
const MAX_SOCKETS = 50;

/** Sends messages over connections that it keeps. Never follows a redirection, and never connects to a private address unless it may. */
export function createSender({ timeLimitMs = TIME_LIMIT_MS, resolve }: SenderOptions = {}) {
  const kept = { keepAlive: true, maxSockets: MAX_SOCKETS, maxFreeSockets: 4 };
  const checked = { ...kept, lookup: publicLookup(resolve) };
  const agents = {
    open: { "http:": new http.Agent(kept), "https:": new https.Agent(kept) },
    checked: { "http:": new http.Agent(checked), "https:": new https.Agent(checked) },
  };

  function request({ url: text, headers, body, allowPrivate }: Message): Promise<Omit<Sent, "durationMs">> {
    const url = new URL(text);
    if (!allowPrivate) requirePublicHost(url);
    const isPlain = url.protocol === "http:";
    const agent = agents[allowPrivate ? "open" : "checked"][isPlain ? "http:" : "https:"];
    return new Promise((done, fail) => {
      const call = (isPlain ? http : https).request(url, {
        method: "POST",
        agent,
        headers: { ...headers, "content-type": "application/json", "content-length": Buffer.byteLength(body) },
        signal: AbortSignal.timeout(timeLimitMs),
      });
      call.on("error", fail);
      call.on("socket", (socket) => {
        if (allowPrivate || !socket.connecting) return;
        socket.once("connect", () => {
          if (!isPublicAddress(socket.remoteAddress ?? "")) call.destroy(new PrivateAddress(`${url.hostname} led to a private address`));
        });
      });
      call.on("response", (response) => {
        readStart(response).then(
          (answer) => done({ status: response.statusCode ?? 0, answer, error: null, retryAfter: response.headers["retry-after"] }),
          fail,
        );
      });
      call.end(body);
    });
  }

  return {
    /** One attempt. Never fails: an attempt without an answer has an error. */
    async send(message: Message): Promise<Sent> {
      const began = performance.now();
      const failed = (error: unknown) => ({ status: null, answer: null, error: reasonOf(error, timeLimitMs), retryAfter: undefined });
      const result = await Promise.resolve()
        .then(() => request(message))
        .catch(failed);
      return { ...result, durationMs: Math.round(performance.now() - began) };
    },

    close(): void {
      for (const kind of Object.values(agents)) for (const agent of Object.values(kind)) agent.destroy();
    },
  };
}

/** The first 4 KB of an answer; the rest is not received. */
async function readStart(response: http.IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= MAX_ANSWER_BYTES) break;
  }
  return Buffer.concat(chunks).subarray(0, MAX_ANSWER_BYTES).toString().replaceAll("\0", "");
}

function reasonOf(error: unknown, timeLimitMs: number): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === "AbortError" || error.name === "TimeoutError") return `no answer within ${timeLimitMs / 1_000} s`;
  const code = "code" in error && typeof error.code === "string" ? `${error.code}: ` : "";
  return `${code}${error.message || "the connection failed"}`.slice(0, 1_000);
}
