import type { Answer } from "../support/client.ts";

/** One request of a load and its result. */
export interface Shot {
  /** When it was sent, on the clock of `performance.now()`. */
  readonly sentAt: number;
  readonly ms: number;
  /** 0: there was no answer, or none that the description allows; `text` then has the reason. */
  readonly status: number;
  readonly retryAfter: string | null;
  readonly text: string;
}

export interface RunningLoad {
  readonly shots: readonly Shot[];
  /** Stops sending, waits for the last answer and returns all answers. */
  stop(): Promise<readonly Shot[]>;
}

/** Sends this many requests per second, however long their answers take; `send` gets the number of each. */
export function startLoad(perSecond: number, send: (number: number) => Promise<Answer>): RunningLoad {
  const shots: Shot[] = [];
  const underWay = new Set<Promise<void>>();
  let number = 0;
  const fire = async () => {
    const sentAt = performance.now();
    const answer = await send(number++).catch((error: unknown) => ({ status: 0, headers: new Headers(), text: reasonOf(error) }));
    const retryAfter = answer.headers.get("retry-after");
    shots.push({ sentAt, ms: performance.now() - sentAt, status: answer.status, retryAfter, text: answer.text });
  };
  const timer = setInterval(() => {
    const one: Promise<void> = fire().finally(() => underWay.delete(one));
    underWay.add(one);
  }, 1000 / perSecond);
  return {
    shots,
    async stop() {
      clearInterval(timer);
      await Promise.all(underWay);
      return shots;
    },
  };
}

/** How many answers of each status there were, such as `{ 200: 90, 503: 10 }`. */
export function statusesOf(shots: readonly Shot[]): Record<number, number> {
  return Object.fromEntries([...Map.groupBy(shots, ({ status }) => status)].map(([status, group]) => [status, group.length]));
}

/** A summary of the failures: the answers that are not successful. */
export function failuresAmong(shots: readonly Shot[]): string[] {
  return shots
    .filter(({ status }) => status < 200 || status > 299)
    .map(({ status, ms, text }) => `${status} after ${Math.round(ms)} ms: ${text.slice(0, 300)}`);
}

/** The median time of the answers. */
export function medianOf(shots: readonly Shot[]): number {
  return shots.map(({ ms }) => ms).toSorted((a, b) => a - b)[Math.floor(shots.length / 2)] ?? 0;
}

/** The 99th percentile of the answers' times. */
export function p99Of(shots: readonly Shot[]): number {
  const times = shots.map(({ ms }) => ms).toSorted((a, b) => a - b);
  return times[Math.ceil(times.length * 0.99) - 1] ?? 0;
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  return `${String(error)}${cause === undefined ? "" : ` (${String(cause)})`}`;
}
