import { get, type Agent, type IncomingMessage, type ServerResponse } from "node:http";
import { routes } from "@colophon/api";

const FRESH_MS = 1000;

/**
 * Whether every service is ready. They are polled at most once a second, however often this is called; concurrent callers wait for the same
 * answer, at most 500 ms.
 *
 * @param urls - returns the URL of each service.
 */
export function createHealth({ urls, agent }: { urls: readonly string[]; agent: Agent }) {
  const neverReady = new Set(urls);
  let askedAt = -Infinity;
  let answer: Promise<boolean> = Promise.resolve(false);

  async function askAll(): Promise<boolean> {
    const answers = await Promise.all(urls.map(ask));
    return answers.every(Boolean);
  }

  async function ask(url: string): Promise<boolean> {
    const ready = await isReady(url, agent);
    if (ready) neverReady.delete(url);
    return ready;
  }

  function isHealthy(): Promise<boolean> {
    const now = performance.now();
    if (now - askedAt >= FRESH_MS) {
      askedAt = now;
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

function isReady(url: string, agent: Agent): Promise<boolean> {
  return new Promise((resolve) => {
    const outgoing = get(new URL("/readyz", url), { agent, signal: AbortSignal.timeout(routes.health.budgetMs) }, (answer) => {
      answer.resume();
      resolve(answer.statusCode === 200);
    });
    outgoing.on("error", () => resolve(false));
  });
}
