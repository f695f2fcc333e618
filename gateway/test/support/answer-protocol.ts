/** A model of the protocol of cached answers: one entity, writers, readers, the keeper of the lease, time, and faults. */
import { stampOf, type AnswerState } from "@colophon/runtime";

/** A lease lasts for one tick after the look that allows it; a suspended writer waits for two. */
const LEASE = 1;
const WAIT = 2;
const ENTITY = ["page"];

type WriterPlace = "begin" | "marked" | "committed" | "settled" | "suspended" | "unmarked" | "told" | "dead";

interface Writer {
  readonly at: WriterPlace;
  readonly since: number;
  readonly value: number;
}

interface Reader {
  /** Reads that are left, among them the current one. */
  readonly left: number;
  readonly at: "idle" | "asked" | "answered";
  /** What the answer will be filed under; null if it is not kept. */
  readonly stamp: string | null;
  readonly value: number;
  /** The value that it must at least see. */
  readonly atLeast: number;
}

interface Look {
  readonly at: number;
  readonly commits: number;
  readonly gone: readonly number[];
  readonly suspended: boolean;
}

export interface World {
  readonly clock: number;
  readonly stored: number;
  readonly writers: readonly Writer[];
  readonly readers: readonly Reader[];
  readonly redis: { readonly until: number; readonly generation: number; readonly epoch: number; readonly marks: readonly number[] } | null;
  readonly epochs: number;
  readonly look: Look | null;
  readonly seenCommits: number;
  readonly entries: readonly ({ readonly stamp: string; readonly value: number } | null)[];
  /** The greatest value of a write that was answered, and the greatest that a read has shown. */
  readonly told: number;
  readonly shown: number;
  readonly faults: number;
}

export interface Rules {
  /** The number of the gateway that each reader asks. */
  readonly gateways: readonly number[];
  readonly reads: readonly number[];
  readonly writers: number;
  readonly ticks: number;
  readonly fault: "writer" | "emptied" | "unreachable" | "none";
  /** Steps that are left out, to show that they are needed. */
  readonly without?: "mark" | "settle" | "wait" | "stamp before" | "state of the waiting read";
}

export function begin({ reads, writers, gateways }: Rules): World {
  return {
    clock: 0,
    stored: 0,
    writers: Array.from({ length: writers }, () => ({ at: "begin" as const, since: 0, value: 0 })),
    readers: reads.map((left) => ({ left, at: "idle" as const, stamp: null, value: 0, atLeast: 0 })),
    redis: { until: LEASE, generation: 0, epoch: 0, marks: [] },
    epochs: 1,
    look: null,
    seenCommits: 0,
    entries: gateways.map(() => null),
    told: 0,
    shown: 0,
    faults: 0,
  };
}

/** A read that showed too little, as a sentence; null if all is right. */
export type Wrong = string | null;

/** Every world that may follow. */
export function next(world: World, rules: Rules): World[] {
  return [
    ...world.writers.flatMap((_, index) => writerSteps(world, rules, index)),
    ...world.readers.flatMap((_, index) => readerSteps(world, rules, index)),
    ...keeperSteps(world),
    ...(world.clock < rules.ticks ? [{ ...world, clock: world.clock + 1 }] : []),
    ...faultSteps(world, rules),
  ];
}

function stateOf({ redis, clock }: World): AnswerState | null {
  if (!redis || redis.until <= clock || redis.generation < 0) return null;
  const { generation, epoch, marks } = redis;
  return {
    version: "",
    generation: String(generation),
    site: "site 0",
    epochs: new Map([["page", String(epoch)]]),
    dirty: new Set(marks.length > 0 ? ENTITY : []),
  };
}

const NOTHING = { until: 0, generation: -1, epoch: -1, marks: [] };

function writerSteps(world: World, rules: Rules, index: number): World[] {
  const writer = world.writers[index]!;
  const move = (at: WriterPlace, rest: Partial<World> = {}, more: Partial<Writer> = {}): World => ({
    ...world,
    ...rest,
    writers: world.writers.map((writer, place) => (place === index ? { ...writer, ...more, at } : writer)),
  });
  const commit = (at: WriterPlace) => move(at, { stored: world.stored + 1 }, { value: world.stored + 1 });
  const redis = world.redis ?? NOTHING;
  switch (writer.at) {
    case "begin": {
      if (rules.without === "mark") return [move("marked")];
      const marked = move("marked", { redis: { ...redis, marks: [...redis.marks, index] } });
      if (rules.fault !== "unreachable") return [marked];
      return [marked, move("suspended", {}, { since: world.clock })]; // its mark did not arrive
    }
    case "marked":
      return [commit("committed")];
    case "committed": {
      const marks = redis.marks.filter((mark) => mark !== index);
      if (rules.without === "settle") return [move("settled", { redis: { ...redis, marks } })];
      return [move("settled", { redis: { ...redis, epoch: world.epochs, marks }, epochs: world.epochs + 1 })];
    }
    case "suspended":
      return rules.without === "wait" || world.clock >= writer.since + WAIT ? [commit("unmarked")] : [];
    case "settled":
    case "unmarked":
      return [move("told", { told: Math.max(world.told, writer.value) })];
    default:
      return [];
  }
}

function readerSteps(world: World, rules: Rules, index: number): World[] {
  const reader = world.readers[index]!;
  const gateway = rules.gateways[index]!;
  const move = (more: Partial<Reader>, rest: Partial<World> = {}): World => ({
    ...world,
    ...rest,
    readers: world.readers.map((reader, place) => (place === index ? { ...reader, ...more } : reader)),
  });
  /** Instead of requesting an answer, it waits for that to an equal read; what it finds then is used under its own state. */
  const joined = (): World[] => {
    const entry = world.entries[gateway];
    if (!entry || (rules.without !== "state of the waiting read" && entry.stamp !== reader.stamp)) return [];
    return [move({ at: "idle", left: reader.left - 1, value: entry.value, stamp: null }, show(world, entry.value))];
  };
  if (reader.left === 0) return [];
  if (reader.at === "idle") {
    // With a lost state, a read may show a write that has not been answered before another one does.
    const atLeast = rules.fault === "emptied" ? world.told : Math.max(world.told, world.shown);
    const state = stateOf(world);
    const stamp = state && stampOf(state, ENTITY);
    const entry = world.entries[gateway];
    if (stamp !== null && entry?.stamp === stamp)
      return [move({ left: reader.left - 1, value: entry.value, atLeast }, show(world, entry.value))];
    return [move({ at: "asked", stamp, atLeast })];
  }
  if (reader.at === "asked") return [move({ at: "answered", value: world.stored }), ...joined()];
  const now = stateOf(world);
  const stamp = rules.without === "stamp before" ? now && stampOf(now, ENTITY) : reader.stamp;
  const entries = world.entries.map((entry, place) => (place === gateway && stamp !== null ? { stamp, value: reader.value } : entry));
  return [move({ at: "idle", left: reader.left - 1, stamp: null }, { entries, ...show(world, reader.value) })];
}

function show({ shown }: World, value: number): Partial<World> {
  return { shown: Math.max(shown, value) };
}

function keeperSteps(world: World): World[] {
  const { look, clock } = world;
  if (!look) {
    const gone = world.writers.flatMap(({ at }, index) => (at === "dead" ? [index] : []));
    const suspended = world.writers.some(({ at }) => at === "suspended" || at === "unmarked");
    return [{ ...world, look: { at: clock, commits: world.stored, gone, suspended } }];
  }
  if (look.suspended) return [{ ...world, look: null }];
  if (look.at + LEASE <= clock) return [{ ...world, look: null }]; // too late: Redis renews nothing
  const redis = world.redis ?? NOTHING;
  const marks = redis.marks.filter((mark) => !look.gone.includes(mark));
  const isChanged = look.commits !== world.seenCommits || marks.length < redis.marks.length;
  const generation = redis.generation < 0 ? world.epochs : redis.generation;
  const epoch = isChanged ? world.epochs : redis.epoch;
  const renewed = { until: Math.max(redis.until, look.at + LEASE), generation, epoch, marks };
  return [{ ...world, look: null, seenCommits: look.commits, redis: renewed, epochs: world.epochs + 1 }];
}

function faultSteps(world: World, { fault }: Rules): World[] {
  if (world.faults > 0 || fault === "none" || fault === "unreachable") return [];
  if (fault === "emptied") return [{ ...world, redis: null, faults: 1 }];
  return world.writers.flatMap(({ at }, index) => {
    if (at === "told" || at === "dead" || at === "begin") return [];
    const writers = world.writers.map((writer, place) => (place === index ? { ...writer, at: "dead" as const } : writer));
    return [{ ...world, writers, faults: 1 }];
  });
}

/** A read that has just ended and showed less than it must. */
export function wrongIn({ readers }: World): Wrong {
  const wrong = readers.find(({ at, value, atLeast }) => at === "idle" && value < atLeast);
  return wrong ? `a read showed ${wrong.value}, not ${wrong.atLeast}` : null;
}
