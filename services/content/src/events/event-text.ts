/** Events as the text of an event stream, and places in it as opaque ids. */
import type { StreamEvent, StreamPosition } from "@colophon/database";

const ID = /^(\d{1,18})\.([0-9a-f]{8})(?:\.(\d{1,18}))?$/;

export function idOf({ step, token, event }: StreamPosition): string {
  return event === null ? `${step}.${token}` : `${step}.${token}.${event}`;
}

/** The place of an id; null if no event stream ever had such an id. */
export function parseId(id: string): StreamPosition | null {
  const [, step, token, event = null] = ID.exec(id) ?? [];
  return step === undefined || token === undefined ? null : { step, token, event };
}

export function positionOf({ step, token, id }: StreamEvent): StreamPosition {
  return { step, token, event: id };
}

/** @param event - what happened to the record for this reader. */
export function eventText(stored: StreamEvent, event: string): string {
  const { entity, recordId, version, locale, at } = stored;
  const data = JSON.stringify({ event: `${entity}.${event}`, entity, id: recordId, version, locale, time: at.toISOString() });
  return `id: ${idOf(positionOf(stored))}\nevent: ${event}\ndata: ${data}\n\n`;
}

/** Shows that the connection works, and moves the id on where nothing happens that this reader is told about. */
export function heartbeatText(streamPosition: StreamPosition): string {
  return `: heartbeat\nid: ${idOf(streamPosition)}\n\n`;
}

/** Events may be missing: what was read before must be read again. */
export function resetText(streamPosition: StreamPosition): string {
  return `id: ${idOf(streamPosition)}\nevent: reset\ndata: {}\n\n`;
}
