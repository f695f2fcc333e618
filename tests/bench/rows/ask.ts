import { figureOf } from "../results/quantities.ts";
import type { Measurement } from "../suite.ts";

/** Requests to a site. Each is timed from its start to the end of the answer. */
export interface Timed {
  readonly ms: number;
  readonly status: number;
  readonly body: unknown;
}

export type Ask = (path: string, method?: "GET" | "PUT" | "POST", body?: object) => Promise<Timed>;

export function askWith(url: string, key: string): Ask {
  return async (path, method = "GET", body) => {
    const started = performance.now();
    const answer = await fetch(encodeURI(`${url}/api/${path}`), {
      method,
      headers: { authorization: `Bearer ${key}`, ...(body && { "content-type": "application/json" }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    return { ms: performance.now() - started, status: answer.status, body: text === "" ? null : JSON.parse(text) };
  };
}

export interface Times {
  readonly all: readonly number[];
  readonly failed: number;
}

export function timesOf(answers: readonly Timed[]): Times {
  return {
    all: answers.map(({ ms }) => ms).toSorted((one, other) => one - other),
    failed: answers.filter(({ status }) => status >= 400).length,
  };
}

/** The time within which this share of the answers arrived. */
function withinMs({ all }: Times, part: number): number {
  return all[Math.max(0, Math.ceil(part * all.length) - 1)] ?? Infinity;
}

/** The times of a request, and their goal: for the median unless another quantity is named. */
export function timesRow(workload: string, times: Times, goalMs: number, goalFor: "p50Ms" | "p99Ms" | "slowestMs" = "p50Ms"): Measurement {
  const figure = (name: typeof goalFor, part: number) => figureOf([withinMs(times, part)], name === goalFor ? goalMs : undefined);
  const figures = { p50Ms: figure("p50Ms", 0.5), p99Ms: figure("p99Ms", 0.99), slowestMs: figure("slowestMs", 1) };
  return { workload, subject: "Colophon", figures, failed: times.failed };
}
