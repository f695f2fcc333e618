/** The event stream as an async iterator. */
import type { Connection } from "./connection.ts";
import { ColophonError } from "./error.ts";
import { toQueryString } from "./query-string.ts";

/** A record that has changed. */
export interface Change<Name extends string = string> {
  readonly event: "published" | "updated" | "unpublished" | "deleted" | "draft";
  readonly entity: Name;
  readonly id: string;
  readonly version: number;
  /** Null if the entity is not translatable. */
  readonly locale: string | null;
  readonly time: string;
}

/** Changes may be missing: read again what you show. */
export interface Reset {
  readonly event: "reset";
}

export interface EventsOptions<Name extends string = string> {
  /** By default all entities that the caller may read. */
  readonly entities?: readonly Name[];
  /** Ends the stream, and the iteration. */
  readonly signal?: AbortSignal;
}

/** One message of the stream: the lines of its fields. */
interface Message {
  readonly id?: string;
  readonly event?: string;
  readonly data?: string;
}

const PATH = "/api/_events";
const FIRST_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 30_000;
/** Without a heartbeat for this time the connection is broken, even if nothing says so. */
const SILENCE_MS = 45_000;
const RESET: Reset = { event: "reset" };
const TOO_MANY = 429;
const SERVER_ERROR = 500;

/**
 * The changes from now on. A lost connection is opened again, and what was missed meanwhile is delivered; where that isn't possible,
 * `reset` says so.
 * @throws ColophonError if the service refuses the stream for a reason that waiting does not change
 */
export async function* streamEvents<Name extends string>(
  { open }: Pick<Connection, "open">,
  { entities, signal = new AbortController().signal }: EventsOptions<Name>,
): AsyncGenerator<Change<Name> | Reset, void, undefined> {
  const path = `${PATH}${toQueryString({ entities: entities?.join(",") })}`;
  const state: { lastId: string | undefined; failures: number; wasTried: boolean } = { lastId: undefined, failures: 0, wasTried: false };
  while (!signal.aborted) {
    const connection = new AbortController();
    const abort = (): void => connection.abort();
    signal.addEventListener("abort", abort);
    let afterMs = 0;
    try {
      const answer = await open(path, { accept: "text/event-stream", "last-event-id": state.lastId }, connection.signal);
      if (state.wasTried && state.lastId === undefined) yield RESET;
      for await (const message of messagesOf(answer, abort)) {
        state.failures = 0;
        state.lastId = message.id ?? state.lastId;
        yield* eventsIn<Name>(message);
      }
    } catch (error) {
      if (!signal.aborted) afterMs = retryAfterMs(error);
    } finally {
      signal.removeEventListener("abort", abort);
      abort();
    }
    state.wasTried = true;
    await pause(Math.max(afterMs, Math.min(FIRST_PAUSE_MS * 2 ** state.failures, MAX_PAUSE_MS)), signal);
    state.failures += 1;
  }
}

/** At most one: comments and ids are no events. */
function eventsIn<Name extends string>({ event, data }: Message): readonly (Change<Name> | Reset)[] {
  if (event === undefined || data === undefined) return [];
  return event === "reset" ? [RESET] : [{ ...(JSON.parse(data) as Change<Name>), event: event as Change["event"] }];
}

/** How long the service asks to wait. @throws the error, if waiting does not help */
function retryAfterMs(error: unknown): number {
  if (!(error instanceof ColophonError)) return 0; // the connection is lost
  if (error.status !== TOO_MANY && error.status < SERVER_ERROR) throw error;
  return (error.retryAfterSeconds ?? 0) * 1_000;
}

/** The messages of an answer. @param abort - ends a connection that has become silent */
async function* messagesOf({ body }: Response, abort: () => void): AsyncGenerator<Message> {
  const decoder = new TextDecoder();
  let silence = setTimeout(abort, SILENCE_MS);
  let rest = "";
  try {
    const reader = body?.getReader();
    for (let piece = await reader?.read(); piece && !piece.done; piece = await reader?.read()) {
      clearTimeout(silence);
      silence = setTimeout(abort, SILENCE_MS);
      const blocks = (rest + decoder.decode(piece.value, { stream: true })).split("\n\n");
      rest = blocks.pop() ?? "";
      yield* blocks.map(parse);
    }
  } finally {
    clearTimeout(silence);
  }
}

function parse(block: string): Message {
  const fields = block.split("\n").map((line): [string, string] => {
    const colon = line.indexOf(":");
    return [line.slice(0, colon), line.slice(colon + 1).replace(/^ /, "")];
  });
  return Object.fromEntries(fields);
}

/** Up to half longer by chance, so that many clients don't come back at the same moment. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      signal.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, ms * (1 + Math.random() / 2));
    signal.addEventListener("abort", done);
    if (signal.aborted) done();
  });
}
