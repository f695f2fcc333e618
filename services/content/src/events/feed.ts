import { AsyncResource } from "node:async_hooks";
import { createStreamEventTable, isBefore, type Database, type StreamEventTable, type StreamPosition } from "@colophon/database";
import type { Log } from "@colophon/runtime";
import { heartbeatText, idOf, positionOf, resetText } from "./event-text.ts";
import { audienceKey, createVisibleEvents, type Audience } from "./visible-events.ts";

/** A stream that is open. */
export interface Reader {
  readonly audience: Audience;
  /** Sends text, or ends the stream if its client doesn't read. */
  readonly write: (text: string) => void;
}

/** Repeats work. @returns a function that ends this */
export type Repeat = (everyMs: number, work: () => void) => () => void;

export interface FeedOptions {
  readonly database: Pick<Database, "run" | "one" | "transaction">;
  readonly log: Pick<Log, "warn">;
  readonly now: () => Date;
  readonly repeat?: Repeat;
  /** Notices that Redis doesn't answer: nothing else may use it. */
  readonly probeRedis: () => void;
}

const repeatOnTimer: Repeat = (everyMs, work) => {
  const timer = setInterval(work, everyMs);
  return () => clearInterval(timer);
};

/** An event is at most this old before it is looked for. */
const POLL_EVERY_MS = 200;
const PROBE_EVERY_MS = 1_000;
const HEARTBEAT_MS = 15_000;
const PAGE = 1_000;
/** How long events are kept. */
const KEPT_MS = 60 * 60_000;

export type Feed = ReturnType<typeof createFeed>;

/**
 * Passes committed events on to this process's streams. It looks for them as long as there are streams, and costs nothing without. What it
 * can't read now it reads later: PostgreSQL keeps the events, so nothing is missing after it was away.
 */
export function createFeed({ database, log, now, repeat = repeatOnTimer, probeRedis }: FeedOptions) {
  const table: StreamEventTable = createStreamEventTable(database);
  const divide = createVisibleEvents({ database, now });
  const own = new AsyncResource("event feed"); // its statements are the process's own, not those of the caller whose stream came first
  /** Readers by audience: what an audience is told is made once. */
  const readers = new Map<string, Set<Reader>>();
  /** Everything up to here has been passed on; null without readers. */
  let at: StreamPosition | null = null;
  let polling: Promise<void> | null = null;
  let ends: readonly (() => void)[] = [];
  let count = 0;

  const writeAll = (text: string): void => readers.forEach((members) => members.forEach((reader) => reader.write(text)));

  /** Audiences that come while the others' texts are made get theirs, too. */
  async function pass(page: Awaited<ReturnType<StreamEventTable["after"]>>, last: StreamPosition): Promise<void> {
    const textFor = divide(page);
    const texts = new Map<string, string>();
    for (;;) {
      const [key, members] = [...readers].find(([audience]) => !texts.has(audience)) ?? [];
      const [reader] = members ?? [];
      if (key === undefined) break;
      texts.set(key, reader ? await textFor(reader.audience) : "");
    }
    for (const [key, members] of readers) {
      const text = texts.get(key);
      if (text) members.forEach((reader) => reader.write(text));
    }
    at = last;
  }

  async function poll(): Promise<void> {
    const end = await table.end();
    if (at === null) return void (at = end);
    if (at.step === end.step && at.token === end.token) return;
    if (!(await table.knows(at))) {
      at = end; // the database was restored
      return writeAll(resetText(end));
    }
    for (let streamPosition: StreamPosition = at; ;) {
      const page = await table.after(streamPosition, end, PAGE);
      const last = page.at(-1);
      if (!last) break;
      streamPosition = positionOf(last);
      await pass(page, streamPosition);
    }
    at = end;
  }

  /** One look at a time; a further one waits for the current one. */
  function pollOnce(): Promise<void> {
    polling ??= own.runInAsyncScope(poll).finally(() => (polling = null));
    return polling;
  }

  function start(): void {
    const failed = (error: unknown): void => log.warn({ err: error }, "the event stream can't be read");
    ends = own.runInAsyncScope(() => [
      repeat(POLL_EVERY_MS, () => void pollOnce().catch(failed)),
      repeat(PROBE_EVERY_MS, probeRedis),
      repeat(HEARTBEAT_MS, () => at && writeAll(heartbeatText(at))),
    ]);
  }

  function stop(): void {
    for (const end of ends) end();
    ends = [];
    at = null;
  }

  function attach(reader: Reader): () => void {
    const key = audienceKey(reader.audience);
    const members = readers.get(key) ?? new Set();
    readers.set(key, members.add(reader));
    return () => {
      members.delete(reader);
      if (members.size === 0) readers.delete(key);
    };
  }

  return {
    /** The number of streams, also of those that don't have all earlier events yet. */
    size: (): number => count,

    /** Counts a stream: from now on the process looks for events. @returns a function that ends this; must be called once */
    enter(): () => void {
      if (++count === 1) start();
      return () => {
        if (--count === 0) stop();
      };
    },

    /**
     * How far events have been passed on, at least as far as the given position, which another process may have told.
     * @throws SERVICE_UNAVAILABLE if PostgreSQL doesn't answer
     */
    async position(atLeast: StreamPosition | null): Promise<StreamPosition> {
      for (;;) {
        if (at && !(atLeast && isBefore(at, atLeast))) return at;
        await pollOnce();
      }
    },

    /**
     * Adds a reader, who has got all events up to the position; without one, whoever comes now.
     * @returns the position and a function that ends it; null if more events have been passed on meanwhile
     */
    join(reader: Reader, streamPosition: StreamPosition | null) {
      if (!at || (streamPosition && idOf(streamPosition) !== idOf(at))) return null;
      return { at, leave: attach(reader) };
    },

    knows: table.knows,

    /** The next events between two positions. */
    after: (streamPosition: StreamPosition, until: StreamPosition) => table.after(streamPosition, until, PAGE),
    divide,

    /** Forgets events that are older than an hour. */
    sweep: (): Promise<void> => table.sweep(new Date(now().getTime() - KEPT_MS)),

    /** Tells all streams that they may have missed events. */
    reset: (): void => void (at && writeAll(resetText(at))),
  };
}
