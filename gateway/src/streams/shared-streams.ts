import type { IncomingMessage } from "node:http";
import { MAX_UNREAD_STREAM_BYTES } from "@colophon/api";
import { openStreamText } from "@colophon/runtime";
import type { Call } from "../requests/call.ts";

const NOTHING = Buffer.alloc(0);

/** A stream of a service, and the callers who read it. */
interface Source {
  readonly audience: string;
  readonly answer: IncomingMessage;
  readonly readers: Set<Reader>;
  /** The last id that its readers have got: they have got all events up to it. */
  id: string | null;
  /** The beginning of a message that has not arrived completely. */
  rest: Buffer;
}

interface Reader {
  readonly call: Call;
  source: Source;
}

export type SharedStreams = ReturnType<typeof createSharedStreams>;

/**
 * Callers of the same audience, which the service names, share one stream of it. A caller who missed something begins with a stream of its
 * own. As soon as two streams of an audience have sent the same id, one of them serves both callers.
 */
export function createSharedStreams() {
  const byAudience = new Map<string, Source[]>();

  function take(source: Source, piece: Buffer): void {
    const bytes = source.rest.length === 0 ? piece : Buffer.concat([source.rest, piece]);
    const end = endOfMessages(bytes);
    source.rest = end === bytes.length ? NOTHING : Buffer.from(bytes.subarray(end));
    if (end === 0) return;
    const text = bytes.subarray(0, end);
    source.id = lastIdIn(text) ?? source.id;
    for (const reader of source.readers) write(reader, text);
    const others = (byAudience.get(source.audience) ?? []).filter((other) => other !== source);
    if (hasReset(text)) for (const { readers } of others) for (const reader of readers) write(reader, text); // they may join it just now
    const same = others.find(({ id }) => id !== null && id === source.id);
    if (same) merge(source, same);
  }

  /** The readers of the smaller stream join the larger one. */
  function merge(a: Source, b: Source): void {
    const [from, to] = a.readers.size > b.readers.size ? [b, a] : [a, b];
    for (const reader of from.readers) {
      reader.source = to;
      to.readers.add(reader);
    }
    from.readers.clear();
    to.answer.resume(); // it may have waited for its only reader
    stop(from);
  }

  function stop(source: Source): void {
    const sources = byAudience.get(source.audience) ?? [];
    const at = sources.indexOf(source);
    if (at !== -1) sources.splice(at, 1);
    if (sources.length === 0) byAudience.delete(source.audience);
    source.answer.destroy();
  }

  function leave(reader: Reader): void {
    const { source } = reader;
    source.readers.delete(reader);
    if (source.readers.size === 0) stop(source);
  }

  function open(answer: IncomingMessage, audience: string): Source {
    const source: Source = { audience, answer, readers: new Set(), id: null, rest: NOTHING };
    const sources = byAudience.get(audience) ?? [];
    sources.push(source);
    byAudience.set(audience, sources);
    answer.on("data", (piece: Buffer) => take(source, piece));
    answer.once("end", () => source.readers.forEach(({ call: { response } }) => response.end()));
    answer.once("close", () => {
      if (!answer.complete) source.readers.forEach(({ call: { response } }) => response.destroy()); // they must not think that it ended
      stop(source);
    });
    return source;
  }

  /** Apart from `open`: what it refers to is in memory as long as the caller's stream. */
  function enter(call: Call, source: Source): void {
    const reader: Reader = { call, source };
    source.readers.add(reader);
    Object.assign(call.request, { headers: {}, rawHeaders: [] }); // nobody reads them any more, and a stream lasts for hours
    call.response.once("close", () => leave(reader));
  }

  const hasSent = ({ id }: Source, lastId: string | undefined): boolean => id !== null && (lastId === undefined || lastId === id);

  const find = (audience: string, lastId: string | undefined): Source | undefined =>
    byAudience.get(audience)?.find((source) => hasSent(source, lastId));

  return {
    /** Whether a caller with that id, or without one, might find a stream to join. */
    mayJoin: (lastId: string | undefined): boolean =>
      byAudience.values().some((sources) => sources.some((source) => hasSent(source, lastId))),

    canJoin: (audience: string, lastId: string | undefined): boolean => find(audience, lastId) !== undefined,

    /** Joins a stream of the audience that is just where the caller wants to go on. */
    join(call: Call, audience: string, lastId: string | undefined): void {
      const source = find(audience, lastId);
      if (!source) return void call.response.destroy();
      source.answer.resume(); // it may have waited for its only reader
      enter(call, source);
      call.response.write(openStreamText(source.id));
    },

    /** Passes a service's stream on to a caller. */
    add: (call: Call, answer: IncomingMessage, audience: string): void => enter(call, open(answer, audience)),
  };
}

/** The service waits for a reader that is alone, which may have missed much; a reader that is slower than others loses its stream. */
function write({ call: { response }, source: { answer, readers } }: Reader, text: Buffer): void {
  if (response.writableLength > MAX_UNREAD_STREAM_BYTES) return void response.destroy();
  if (response.write(text) || readers.size > 1) return;
  answer.pause();
  response.once("drain", () => answer.resume());
}

/** What the gateway reads in the text of an event stream; see services/content/src/events/event-text.ts. */

const END = "\n\n";
const ID = "\nid: ";
const RESET = "\nevent: reset\n";

/** The length of the complete messages at the beginning of the text. */
function endOfMessages(text: Buffer): number {
  const last = text.lastIndexOf(END);
  return last === -1 ? 0 : last + END.length;
}

/** The last id in complete messages; null if they have none. */
function lastIdIn(messages: Buffer): string | null {
  const at = messages.lastIndexOf(ID);
  const start = at === -1 ? 0 : at + 1;
  const [, id = null] = /^id: (.*)$/.exec(messages.toString("latin1", start, messages.indexOf("\n", start))) ?? [];
  return id;
}

/** Whether one of them says that events may be missing. */
function hasReset(messages: Buffer): boolean {
  return messages.includes(RESET);
}
