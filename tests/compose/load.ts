import { setTimeout as sleep } from "node:timers/promises";

/** A kind of request: `send` sends one and returns what is wrong with the answer, or null. */
export interface Kind {
  readonly name: string;
  readonly send: () => Promise<string | null>;
}

export interface Load {
  /** The number of successful requests so far. */
  answered(): number;
  /** Stops the load. @returns the failures */
  stop(): Promise<string[]>;
}

const CALLERS = 6;
const PAUSE_MS = 20;

/**
 * Sends requests of all kinds in turn from several concurrent callers, until it is stopped.
 *
 * @param mayRepeat - whether a request without a complete answer is sent again, as by a load balancer; otherwise it counts as a failure.
 */
export function startLoad(kinds: readonly Kind[], { mayRepeat = false } = {}): Load {
  const failures: string[] = [];
  const state = { answered: 0, running: true };

  async function sendOnce({ name, send }: Kind): Promise<void> {
    for (;;) {
      const wrong = await send().catch((error: unknown) => (mayRepeat && state.running ? undefined : describe(error)));
      if (wrong === undefined) {
        await sleep(100);
        continue;
      }
      if (wrong === null) state.answered++;
      else failures.push(`${new Date().toISOString()} ${name}: ${wrong}`);
      return;
    }
  }

  async function call(first: number): Promise<void> {
    for (let turn = first; state.running; turn++) {
      const kind = kinds[turn % kinds.length];
      if (kind) await sendOnce(kind);
      await sleep(PAUSE_MS);
    }
  }

  const callers = Array.from({ length: CALLERS }, (_, index) => call(index));
  return {
    answered: () => state.answered,
    async stop() {
      state.running = false;
      await Promise.all(callers);
      return failures;
    },
  };
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message} (${error.cause.message})` : error.message;
}
