import type { StreamPosition } from "@colophon/database";
import { parseEventsQuery, type EventAccess } from "@colophon/engine";
import type { Call } from "../http/calls.ts";
import { CLOSED_STREAM_TEXT, openStreamText } from "@colophon/runtime";
import { idOf, parseId, positionOf, resetText } from "./event-text.ts";
import type { Feed } from "./feed.ts";
import type { Audience } from "./visible-events.ts";

/** The connection of one stream. */
export interface Sink {
  /** Sends text, or ends the stream if its client doesn't read. */
  readonly write: (text: string) => void;
  /** Resolves when the client has read what was written, or is gone. */
  readonly drained: () => Promise<void>;
  readonly end: () => void;
  readonly isClosed: () => boolean;
  readonly onClose: (done: () => void) => void;
}

export type EventStreams = ReturnType<typeof createEventStreams>;

/** The event streams of this process. */
export function createEventStreams({ feed }: { readonly feed: Feed }) {
  const open = new Set<Sink>();
  let isStopping = false;

  /** Sends the events after a place. @returns the place up to which all are sent */
  async function replay(from: StreamPosition, audience: Audience, sink: Sink): Promise<StreamPosition> {
    for (let streamPosition = from; ;) {
      const until = await feed.position(streamPosition);
      const page = await feed.after(streamPosition, until);
      const last = page.at(-1);
      if (!last || sink.isClosed()) return until;
      const text = await feed.divide(page)(audience);
      if (text !== "") sink.write(text);
      await sink.drained();
      streamPosition = positionOf(last);
    }
  }

  /** Joins the other streams as soon as everything that was missed is sent. Without an id, or after a reset, nothing was. */
  async function join(audience: Audience, from: StreamPosition | "reset" | null, sink: Sink): Promise<() => void> {
    let sent = from === null || from === "reset" ? null : from;
    for (;;) {
      if (sent) sent = await replay(sent, audience, sink);
      else await feed.position(null);
      const joined = feed.join({ audience, write: sink.write }, sent);
      if (!joined) continue;
      sink.write(from === "reset" ? resetText(joined.at) : openStreamText(idOf(joined.at)));
      return joined.leave;
    }
  }

  return {
    /** The entities of a stream, with the events that the caller is told about. @throws VALIDATION_ERROR */
    audienceOf({ principal, engine }: Call, search: string): Audience {
      const readable = [...engine.schema.entities.keys()].flatMap((entity) => {
        const access = engine.events(entity);
        return access ? [[entity, access] as const] : [];
      });
      const wanted = new Set(
        parseEventsQuery(
          search,
          readable.map(([entity]) => entity),
        ),
      );
      return { principal, entities: new Map<string, EventAccess>(readable.filter(([entity]) => wanted.has(entity))) };
    },

    /**
     * Sends events until the client goes. A client that comes back says what it got last; if that isn't known any more, it may have missed
     * something, and is told so.
     */
    async run(audience: Audience, lastId: string | undefined, sink: Sink): Promise<void> {
      if (isStopping) {
        sink.write(CLOSED_STREAM_TEXT);
        return sink.end();
      }
      const leave = feed.enter();
      open.add(sink);
      sink.onClose(() => {
        open.delete(sink);
        leave();
      });
      const given = lastId === undefined ? null : parseId(lastId);
      const isKnown = given !== null && (await feed.knows(given));
      const left = await join(audience, lastId === undefined ? null : isKnown ? given : "reset", sink);
      if (sink.isClosed()) left();
      else sink.onClose(left);
    },

    /** Ends all streams: their clients come back, to another process. */
    stop(): void {
      isStopping = true;
      for (const sink of open) sink.end();
    },
  };
}
