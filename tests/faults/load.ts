import type { Answer } from "../support/http/client.ts";

/** A request of a load, with its result. */
export interface RequestResult {
  /** The time of sending, from `performance.now()`. */
  readonly sentAt: number;
  readonly ms: number;
  /** 0 if there was no answer, or the API description does not allow the answer; `text` then contains the reason. */
  readonly status: number;
  readonly retryAfter: string | null;
  readonly text: string;
}

export interface RunningLoad {
  readonly results: readonly RequestResult[];
  /** Stops sending and waits for all answers. @returns all results */
  stop(): Promise<readonly RequestResult[]>;
}

/**
 * Sends this number of requests per second, however long the answers take; with `atOnce`, fewer while that many have no answer: as many as a
 * busy machine can answer. `send` receives the number of the request.
 */
export function startLoad(perSecond: number, send: (number: number) => Promise<Answer>, { atOnce = Infinity } = {}): RunningLoad {
  const results: RequestResult[] = [];
  const underWay = new Set<Promise<void>>();
  let number = 0;
  const sendOne = async () => {
    const sentAt = performance.now();
    const answer = await send(number++).catch((error: unknown) => ({ status: 0, headers: new Headers(), text: reasonOf(error) }));
    const retryAfter = answer.headers.get("retry-after");
    results.push({ sentAt, ms: performance.now() - sentAt, status: answer.status, retryAfter, text: answer.text });
  };
  const timer = setInterval(() => {
    if (underWay.size >= atOnce) return;
    const sending: Promise<void> = sendOne().finally(() => underWay.delete(sending));
    underWay.add(sending);
  }, 1000 / perSecond);
  return {
    results,
    async stop() {
      clearInterval(timer);
      await Promise.all(underWay);
      return results;
    },
  };
}

/** The number of answers by status, such as `{ 200: 90, 503: 10 }`. */
export function statusesOf(results: readonly RequestResult[]): Record<number, number> {
  return Object.fromEntries([...Map.groupBy(results, ({ status }) => status)].map(([status, group]) => [status, group.length]));
}

/** A line for each answer with a status other than 2xx. */
export function failuresAmong(results: readonly RequestResult[]): string[] {
  return results
    .filter(({ status }) => status < 200 || status > 299)
    .map(({ status, ms, text }) => `${status} after ${Math.round(ms)} ms: ${text.slice(0, 300)}`);
}

/** The 99th percentile of the times of the answers, in ms. */
export function p99Of(results: readonly RequestResult[]): number {
  const times = results.map(({ ms }) => ms).toSorted((a, b) => a - b);
  return times[Math.ceil(times.length * 0.99) - 1] ?? 0;
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  return `${String(error)}${cause === undefined ? "" : ` (${String(cause)})`}`;
}
