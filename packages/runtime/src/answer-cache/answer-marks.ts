import { randomUUID } from "node:crypto";
import type { RedisLink } from "../redis/redis.ts";
import { ANSWERS_KEY, epochField, LEASE_MS, markField, markText } from "./answer-state.ts";

const RETRY_MS = 250;

/** In one command: Redis serves nobody else meanwhile. */
const MAX_TOGETHER = 256;

/**
 * Ends writes: their marks are removed, and their entities have a new epoch. ARGV: the epoch, the number of marks, the marks, then the
 * entities' fields.
 */
const SETTLE = `
local last = 2 + ARGV[2]
redis.call('HDEL', KEYS[1], unpack(ARGV, 3, last))
local set = { 'version', ARGV[1] }
for i = last + 1, #ARGV do
  set[#set + 1] = ARGV[i]
  set[#set + 1] = ARGV[1]
end
redis.call('HSET', KEYS[1], unpack(set))
return 1
`;

type WithSettle = { settleAnswers(key: string, epoch: string, marks: number, ...fields: string[]): Promise<number> };

/** A write that is about to change entities. */
interface Marked {
  readonly field: string;
  readonly backend: number;
  readonly entities: readonly string[];
}

/**
 * Tells gateways which entities a write is about to change, and when it has ended. A mark whose removal failed is removed later; until then
 * its entities stay dirty. What all writes of a process say in one turn of the event loop is sent together.
 */
export function createAnswerMarks(redis: RedisLink) {
  redis.client.defineCommand("settleAnswers", { lua: SETTLE, numberOfKeys: 1 });
  const late = new Map<string, Marked>();
  let timer: NodeJS.Timeout | undefined;

  const begin = together<Marked>((all) => {
    const marks = all.flatMap((marked) => [marked.field, markText(marked)]);
    return redis.run((client) => client.hset(ANSWERS_KEY, ...marks, "version", all[0]?.field ?? ""));
  });

  const settle = together<Marked>((all) => {
    const marks = all.map(({ field }) => field);
    const epochs = new Set(all.flatMap(({ entities }) => entities.map(epochField)));
    const send = (client: RedisLink["client"]) =>
      (client as unknown as WithSettle).settleAnswers(ANSWERS_KEY, randomUUID(), marks.length, ...marks, ...epochs);
    return redis.run(send);
  });

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
      const marked: Marked = { field: markField(randomUUID()), backend, entities };
      try {
        await begin(marked);
      } catch {
        if (redis.client.status !== "wait") settleLater(marked); // it may still arrive
        return null;
      }
      return () => settle(marked).catch(() => settleLater(marked));
    },
  };
}

/** Collects the items of one turn of the event loop, and sends them together. A call ends when its item was sent, or fails with the others. */
function together<Item>(send: (items: readonly Item[]) => Promise<unknown>): (item: Item) => Promise<void> {
  let waiting: (PromiseWithResolvers<void> & { readonly item: Item })[] = [];
  function sendSome(some: typeof waiting): void {
    send(some.map(({ item }) => item)).then(
      () => some.forEach(({ resolve }) => resolve()),
      (error: unknown) => some.forEach(({ reject }) => reject(error)),
    );
  }
  function sendAll(): void {
    const all = waiting;
    waiting = [];
    for (let at = 0; at < all.length; at += MAX_TOGETHER) sendSome(all.slice(at, at + MAX_TOGETHER));
  }
  return (item) => {
    const ended = Promise.withResolvers<void>();
    if (waiting.push({ ...ended, item }) === 1) setImmediate(sendAll);
    return ended.promise;
  };
}
