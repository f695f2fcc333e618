import { describe, expect, test } from "@jest/globals";
import { begin, next, wrongIn, type Rules, type World } from "./support/answer-protocol.ts";

/** Every order of all steps. @returns the number of different states, and the first thing that is wrong */
function explore(rules: Rules): { states: number; wrong: string | null } {
  const first = begin(rules);
  const seen = new Set([keyOf(first)]);
  const open = [first];
  for (let world = open.pop(); world; world = open.pop()) {
    for (const following of next(world, rules)) {
      const wrong = wrongIn(following);
      if (wrong) return { states: seen.size, wrong };
      const key = keyOf(following);
      if (seen.has(key)) continue;
      seen.add(key);
      open.push(following);
    }
  }
  return { states: seen.size, wrong: null };
}

/** Epochs and generations matter only by being equal, and writers, and readers of one gateway, can change places. */
function keyOf({ clock, stored, writers, readers, redis, look, seenCommits, entries, told, shown, faults }: World): string {
  const numbers = new Map<string, number>();
  const numberOf = (name: string): number => numbers.get(name) ?? numbers.set(name, numbers.size).size - 1;
  const stampKey = (stamp: string | null): string => {
    const [generation = "", , , epoch = ""] = stamp?.split(" ") ?? [];
    return stamp === null ? "-" : `${numberOf(generation)}.${numberOf(epoch)}`;
  };
  const state = redis && `${redis.until} ${numberOf(String(redis.generation))} ${numberOf(String(redis.epoch))}`;
  const kept = entries.map((entry) => entry && `${stampKey(entry.stamp)} ${entry.value}`);
  const reading = readers.map(({ left, at, stamp, value, atLeast }) => [
    left,
    at,
    at === "idle" ? "" : `${stampKey(stamp)} ${value} ${atLeast}`,
  ]);
  const writing = writers
    .map(({ at, since, value }, index) => `${at} ${since} ${value} ${redis?.marks.includes(index)} ${look?.gone.includes(index)}`)
    .toSorted();
  const looked = look && `${look.at} ${look.commits} ${look.suspended}`;
  return [clock, stored, state, looked, seenCommits, told, shown, faults, ...writing, ...kept, ...reading].join("|");
}

const SMALL = { gateways: [0, 0], reads: [1, 1], writers: 2, ticks: 0, fault: "none" } as const satisfies Rules;
const TWO_GATEWAYS: Rules = { ...SMALL, gateways: [0, 1], reads: [2, 1], writers: 1, fault: "writer" };

describe("in every order of the steps, a read shows each write that was answered before it", () => {
  const cases: Record<string, Rules> = {
    "of two writers and two readers": SMALL,
    "when a writer dies": { ...SMALL, fault: "writer" },
    "when Redis is emptied": { ...SMALL, writers: 1, fault: "emptied" },
    "when a writer can't reach Redis": { ...SMALL, fault: "unreachable", writers: 1, ticks: 3 },
    "over two gateways": TWO_GATEWAYS,
  };
  for (const [name, rules] of Object.entries(cases))
    test(name, () => {
      const found = explore(rules);

      expect(found.wrong).toBeNull();
      expect(found.states).toBeGreaterThan(1_000);
    });
});

describe("each step is needed", () => {
  const cases: Record<string, Rules> = {
    "without marks, a dead writer's change stays unseen": { ...TWO_GATEWAYS, without: "mark" },
    "without a new epoch": { ...SMALL, without: "settle" },
    "without the wait of a writer that can't reach Redis": { ...SMALL, fault: "unreachable", writers: 1, ticks: 3, without: "wait" },
    "without filing answers under the state before they were asked for": { ...SMALL, without: "stamp before" },
    "without comparing an awaited answer with the state of the read that waits": { ...SMALL, without: "state of the waiting read" },
  };
  for (const [name, rules] of Object.entries(cases)) test(name, () => expect(explore(rules).wrong).not.toBeNull());
});
