import { randomUUID } from "node:crypto";
import type { RedisLink } from "../redis/redis.ts";
import { ANSWERS_KEY, epochField, LEASE_MS, markField, markText } from "./answer-state.ts";

const RETRY_MS = 250;

/** Ends a write: its mark is removed, and its entities have a new epoch. ARGV: the epoch, the mark, then the entities' fields. */
const SETTLE = `
redis.call('HDEL', KEYS[1], ARGV[2])
local set = { 'version', ARGV[1] }
for i = 3, #ARGV do
  set[#set + 1] = ARGV[i]
  set[#set + 1] = ARGV[1]
end
redis.call('HSET', KEYS[1], unpack(set))
return 1
`;

type WithSettle = { settleAnswers(key: string, epoch: string, mark: string, ...fields: string[]): Promise<number> };

/** A write that is about to change entities. */
interface Marked {
  readonly field: string;
  readonly entities: readonly string[];
}

/**
 * Tells gateways which entities a write is about to change, and when it has ended. A mark whose removal failed is removed later; until then
 * its entities stay dirty.
 */
export function createAnswerMarks(redis: RedisLink) {
  redis.client.defineCommand("settleAnswers", { lua: SETTLE, numberOfKeys: 1 });
  const late = new Map<string, Marked>();
  let timer: NodeJS.Timeout | undefined;

  async function settle({ field, entities }: Marked): Promise<void> {
    const fields = entities.map(epochField);
    const send = (client: RedisLink["client"]) =>
      (client as unknown as WithSettle).settleAnswers(ANSWERS_KEY, randomUUID(), field, ...fields);
    await redis.run(send);
  }

  function settleLater(marked: Marked): void {
    late.set(marked.field, marked);
    timer ??= setInterval(settleLate, RETRY_MS).unref();
  }

  function settleLate(): void {
    if (redis.client.status === "end") return clearInterval(timer);
    if (!redis.isUp()) return;
    for (const marked of late.values())
      void settle(marked).then(
        () => void late.delete(marked.field),
        () => undefined,
      );
    if (late.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  }

  return {
    leaseMs: LEASE_MS,

    isUp: (): boolean => redis.isUp(),

    /**
     * Marks entities as dirty, before a commit of the given PostgreSQL backend that changes them.
     *
     * @returns a function that ends the mark, after the commit and before anybody is told; it never fails. Null if Redis did not answer.
     */
    async mark(backend: number, entities: readonly string[]): Promise<(() => Promise<void>) | null> {
      const marked: Marked = { field: markField(randomUUID()), entities };
      try {
        await redis.run((client) => client.hset(ANSWERS_KEY, marked.field, markText({ backend, entities }), "version", marked.field));
      } catch {
        if (redis.client.status !== "wait") settleLater(marked); // it may still arrive
        return null;
      }
      return () => settle(marked).catch(() => settleLater(marked));
    },
  };
}
