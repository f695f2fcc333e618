/** What a service and the gateway write at the beginning and at the end of an event stream, and read from its request. */
import type { IncomingMessage } from "node:http";
import { STREAM_RETRY_MS } from "@colophon/api";

/** A service's answer with this header may be stored by public caches. The gateway removes what belongs to one caller, and the header itself. */
export const PUBLIC_ANSWER_HEADER = "x-cms-public";

/** The header of an event stream with the key of its audience: streams with the same key have the same events. The gateway removes it. */
export const AUDIENCE_HEADER = "x-cms-audience";

export const EVENT_STREAM_HEADERS = {
  "content-type": "text/event-stream; charset=utf-8",
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
} as const;

/** The beginning of a stream. An id without data is no event: it only says where the stream goes on. */
export function openStreamText(id: string | null): string {
  return `: open\nretry: ${STREAM_RETRY_MS}\nid: ${id}\n\n`;
}

/** Tells clients to come back. */
export const CLOSED_STREAM_TEXT = `: closed\nretry: ${STREAM_RETRY_MS}\n\n`;

/** The last id that a caller has got, if it had a stream before. */
export function lastEventIdOf({ headers }: Pick<IncomingMessage, "headers">): string | undefined {
  const id = headers["last-event-id"];
  return typeof id === "string" && id !== "" ? id : undefined;
}
