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
export function withinMs({ all }: Times, part: number): number {
  return all[Math.max(0, Math.ceil(part * all.length) - 1)] ?? Infinity;
}

/** Prints whether a goal is met: by the median unless another percentile is given. */
export function printGoal(name: string, times: Times, goalMs: number, part = 0.5): void {
  const ms = withinMs(times, part);
  const figures = `p50 ${withinMs(times, 0.5).toFixed(1)}  p99 ${withinMs(times, 0.99).toFixed(1)}  slowest ${withinMs(times, 1).toFixed(1)} ms`;
  const failed = times.failed > 0 ? `  FAILED: ${times.failed} of ${times.all.length}` : "";
  console.log(`${ms <= goalMs && times.failed === 0 ? "ok    " : "MISSED"} ${name.padEnd(60)} ${figures}  goal ${goalMs} ms${failed}`);
}
