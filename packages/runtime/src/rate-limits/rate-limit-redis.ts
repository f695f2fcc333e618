import { randomUUID } from "node:crypto";
import { toAnswerState, type AnswerState } from "../answer-cache/answer-state.ts";
import { createMemoryLimiter } from "./rate-limit-memory.ts";
import { evaluate, type Bucket, type Outcome } from "./rate-limit.ts";
import { SCRIPT, toArguments, toUsages, type Asked, type Reply } from "./rate-limit-script.ts";
import type { RedisLink } from "../redis/redis.ts";

/** Redis serves nobody else while it runs the script. */
const MAX_IN_SCRIPT = 256;

/** The outcome, and the epoch in Redis at that moment: null if Redis did not answer. */
export interface Admission extends Outcome {
  readonly epoch: string | null;
  /** The state of cached answers at that moment: null if none may be used. */
  readonly answers: AnswerState | null;
}

interface Waiting extends Asked {
  readonly wantsAnswers: boolean;
  readonly decide: (admission: Admission) => void;
}

export type Limiter = ReturnType<typeof createLimiter>;

/**
 * The rate limit over all processes, through Redis; in this process alone, and never an error, while Redis is not available. All requests
 * that arrive in one turn of the event loop are sent together.
 */
export function createLimiter({ redis }: { redis: RedisLink }) {
  const inMemory = createMemoryLimiter();
  const self = randomUUID();
  redis.client.defineCommand("admit", { lua: SCRIPT });
  let waiting: Waiting[] = [];
  let last: AnswerState | null = null; // it is read again only when it has changed
  redis.onUncertain(() => void (last = null));

  function send(): void {
    const all = waiting;
    waiting = [];
    for (let at = 0; at < all.length; at += MAX_IN_SCRIPT) void decide(all.slice(at, at + MAX_IN_SCRIPT));
  }

  async function decide(some: readonly Waiting[]): Promise<void> {
    const asked = last;
    const version = some.some(({ wantsAnswers }) => wantsAnswers) ? (asked?.version ?? "") : null;
    const reply = await redis.run((client) => callAdmit(client, toArguments(some, self, version))).catch(() => null);
    const usages = reply && toUsages(some, reply);
    const answers = reply && answersIn(reply, asked);
    if (answers) last = answers;
    some.forEach(({ buckets, counts, decide: tell }, at) => {
      const used = usages?.[at];
      tell(
        used
          ? { ...evaluate(used, counts), epoch: String(reply?.[0]), answers }
          : { ...inMemory(buckets, counts), epoch: null, answers: null },
      );
    });
  }

  /**
   * @param counts - false only checks: the request is already refused for another reason.
   * @param wantsAnswers - whether the state of cached answers is read, too.
   */
  return function admit(buckets: readonly Bucket[], counts = true, wantsAnswers = false): Promise<Admission> {
    return new Promise((resolve) => {
      if (waiting.push({ buckets, counts, wantsAnswers, decide: resolve }) === 1) setImmediate(send);
    });
  };
}

/** The state in a reply: a list if it is not the one that was asked about, a version if it is. */
function answersIn([, state]: Reply, asked: AnswerState | null): AnswerState | null {
  if (typeof state === "object") return toAnswerState(state);
  return asked !== null && state === asked.version ? asked : null;
}

/** `defineCommand` adds a method that the client's type doesn't have. */
type WithAdmit = { admit(...args: ReturnType<typeof toArguments>): Promise<Reply> };

function callAdmit(client: RedisLink["client"], args: ReturnType<typeof toArguments>): Promise<Reply> {
  return (client as unknown as WithAdmit).admit(...args);
}
