/** What the gateway reads in the text of an event stream; see services/content/src/events/event-text.ts. */

const END = "\n\n";
const ID = "\nid: ";
const RESET = "\nevent: reset\n";

/** The length of the complete messages at the beginning of the text. */
export function endOfMessages(text: Buffer): number {
  const last = text.lastIndexOf(END);
  return last === -1 ? 0 : last + END.length;
}

/** The last id in complete messages; null if they have none. */
export function lastIdIn(messages: Buffer): string | null {
  const at = messages.lastIndexOf(ID);
  const start = at === -1 ? 0 : at + 1;
  const [, id = null] = /^id: (.*)$/.exec(messages.toString("latin1", start, messages.indexOf("\n", start))) ?? [];
  return id;
}

/** Whether one of them says that events may be missing. */
export function hasReset(messages: Buffer): boolean {
  return messages.includes(RESET);
}
