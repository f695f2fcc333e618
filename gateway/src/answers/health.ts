import { get, type Agent, type IncomingMessage, type RequestOptions, type ServerResponse } from "node:http";
import { READS_ONLY_HEADER, READY_TO_WRITE } from "@colophon/runtime";
import { upstreamOf } from "../connections/upstream.ts";

export const FRESH_MS = 1000;
/** Shorter than for a good answer, so that a start is noticed at once. */
export const UNAVAILABLE_FRESH_MS = 100;

interface HealthOptions {
  readonly urls: readonly string[];
  readonly agent: Agent;
  /** Whether a service that can't write is unhealthy. */
  readonly needsWrites?: boolean;
  /** How long a service may take to answer. */
  readonly limitMs: number;
  /** A clock in milliseconds. */
  readonly now?: () => number;
}

/**
 * Whether every service is ready. They are polled at most once a second while they are ready and ten times a second while one isn't, however
 * often this is called; concurrent callers wait for the same answer.
 */
export function createHealth({ urls, agent, needsWrites = false, limitMs, now = () => performance.now() }: HealthOptions) {
  const path = needsWrites ? READY_TO_WRITE : "/readyz";
  const neverReady = new Set(urls);
  let askedAt = -Infinity;
  let freshMs = FRESH_MS;
  let answer: Promise<boolean> = Promise.resolve(false);

  async function askAll(): Promise<boolean> {
    const answers = await Promise.all(urls.map(ask));
    const ready = answers.every(Boolean);
    freshMs = ready ? FRESH_MS : UNAVAILABLE_FRESH_MS;
    return ready;
  }

  async function ask(url: string): Promise<boolean> {
    const found = await stateOf({ ...upstreamOf(url), path, agent, signal: AbortSignal.timeout(limitMs) });
    if (found !== "unavailable") neverReady.delete(url);
    return found === "ready";
  }

  function isHealthy(): Promise<boolean> {
    const asked = now();
    if (asked - askedAt >= freshMs) {
      askedAt = asked;
      freshMs = FRESH_MS; // until the answer is known
      answer = askAll();
    }
    return answer;
  }

  return {
    isHealthy,

    /**
     * Whether each service has been ready once. A gateway stays useful while one of them is down: a load balancer must not remove all
     * gateways because of it.
     */
    async hasStarted(): Promise<boolean> {
      if (neverReady.size > 0) await isHealthy();
      return neverReady.size === 0;
    },

    /** `ok` or `unavailable`, and nothing else. */
    async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
      const healthy = await isHealthy();
      const text = healthy ? "ok" : "unavailable";
      const headers = {
        "content-type": "text/plain; charset=utf-8",
        "content-length": text.length,
        "cache-control": "no-store",
        "x-content-type-options": "nosniff",
      };
      response.writeHead(healthy ? 200 : 503, healthy ? headers : { ...headers, "retry-after": "1" });
      response.end(request.method === "HEAD" ? undefined : text);
    },
  };
}

function stateOf(options: RequestOptions): Promise<"ready" | "reads only" | "unavailable"> {
  return new Promise((resolve) => {
    const outgoing = get(options, (answer) => {
      answer.resume();
      if (answer.statusCode === 200) resolve("ready");
      else resolve(answer.headers[READS_ONLY_HEADER] === undefined ? "unavailable" : "reads only");
    });
    outgoing.on("error", () => resolve("unavailable"));
  });
}
