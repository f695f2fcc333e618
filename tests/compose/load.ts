import { setTimeout as sleep } from "node:timers/promises";
import { repeating503 } from "../support/http/repeat-503.ts";

/** A kind of request, and the status of its answer. */
export interface Kind {
  readonly name: string;
  readonly status: number;
  readonly send: () => Promise<Response>;
}

/** What is wrong with an answer; null if nothing is. */
export async function problemIn({ status }: Kind, answer: Response): Promise<string | null> {
  const text = await answer.text();
  return answer.status === status ? null : `${answer.status} ${text.slice(0, 200)}`;
}

export interface Load {
  /** The number of successful requests so far. */
  answered(): number;
  /** The ids of requests that were answered with 503 and `Retry-After`, and sent again, as clients should do. */
  busy(): readonly string[];
  /** Stops the load. @returns the failures */
  stop(): Promise<string[]>;
}

const CALLERS = 6;
/** Together they send some hundred requests a second, which leaves the processors to the services. */
const PAUSE_MS = 50;

/** Calls `send` with all kinds in turn from several concurrent callers, each with a pause after its call, until it is stopped. */
export function callInTurn(kinds: readonly Kind[], send: (kind: Kind) => Promise<void>) {
  const state = { isRunning: true };

  async function call(first: number): Promise<void> {
    for (let turn = first; state.isRunning; turn++) {
      const kind = kinds[turn % kinds.length];
      if (kind) await send(kind);
      await sleep(PAUSE_MS);
    }
  }

  const callers = Array.from({ length: CALLERS }, (_, first) => call(first));
  return {
    isRunning: (): boolean => state.isRunning,
    async stop(): Promise<void> {
      state.isRunning = false;
      await Promise.all(callers);
    },
  };
}

/**
 * Sends requests of all kinds in turn from several concurrent callers, until it is stopped.
 *
 * @param mayRepeat - whether a request without a complete answer is sent again, as by a load balancer; otherwise it counts as a failure.
 */
export function startLoad(kinds: readonly Kind[], { mayRepeat = false } = {}): Load {
  const failures: string[] = [];
  const busy: string[] = [];
  let answered = 0;

  async function sendOnce(kind: Kind): Promise<void> {
    const wrong = await repeating503(kind.send, (answer) => void busy.push(answer.headers.get("x-request-id") ?? ""))
      .then((answer) => problemIn(kind, answer))
      .catch((error: unknown) => (mayRepeat && calls.isRunning() ? undefined : describe(error)));
    if (wrong === undefined) return sleep(100).then(() => sendOnce(kind));
    if (wrong === null) answered++;
    else failures.push(`${new Date().toISOString()} ${kind.name}: ${wrong}`);
  }

  const calls = callInTurn(kinds, sendOnce);
  return {
    answered: () => answered,
    busy: () => busy,
    async stop() {
      await calls.stop();
      return failures;
    },
  };
}

/** What is logged about a request that could not be sent to a process, or that lost its connection to it. */
const LOST = /ECONN|EPIPE|ETIMEDOUT|EHOSTUNREACH|hang up|connection was closed/;

/**
 * Stops the load. A request that was answered with 503, and sent again, is no failure if the logs show that a process had it: services and
 * PostgreSQL may not answer in time on a busy machine.
 *
 * @param readLogs - the log lines of all processes. @returns the failures
 */
export async function failuresOf(load: Load, readLogs: () => Promise<string>): Promise<string[]> {
  const failures = await load.stop();
  const busy = load.busy();
  if (busy.length === 0) return failures;
  const lines = (await readLogs()).split("\n").filter((line) => line.includes('"code":"SERVICE_UNAVAILABLE"'));
  const lost = busy.flatMap((id) => {
    const own = lines.filter((line) => line.includes(id));
    return own.length === 0 || own.some((line) => LOST.test(line)) ? [`${id} was answered with 503: ${own.join(" ")}`] : [];
  });
  console.log(`(${busy.length} answers were 503, and their requests were sent again)`);
  return [...failures, ...lost];
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message} (${error.cause.message})` : error.message;
}
