/** A record that was just created goes on in the page of the stored one, with what is typed meanwhile and where the cursor is. */
import type { Session } from "./session.ts";

interface Cursor {
  readonly path: string | undefined;
  /** The chosen part of a text. */
  readonly range: readonly [number, number] | null;
}

const sessions = new Map<string, Session>();
const cursors = new WeakMap<Session, Cursor>();

export function handOver(id: string, session: Session): void {
  sessions.set(id, session);
}

export function handedOver(id: string): Session | undefined {
  return sessions.get(id);
}

/** Notes where the cursor is, when the form of the new record goes. */
export function noteCursor(session: Session): void {
  const active = document.activeElement;
  const path = active?.closest<HTMLElement>("[data-field]")?.dataset["field"];
  const isText = active instanceof HTMLInputElement || active instanceof HTMLTextAreaElement;
  const range =
    isText && active.selectionStart !== null ? ([active.selectionStart, active.selectionEnd ?? active.selectionStart] as const) : null;
  cursors.set(session, { path, range });
}

/** Puts the cursor back, once the form of the stored one stands. */
export function takeOver(id: string, form: HTMLElement): void {
  const session = sessions.get(id);
  const cursor = session && cursors.get(session);
  sessions.delete(id);
  if (cursor?.path === undefined) return;
  const input = form.querySelector<HTMLElement>(`[data-field="${cursor.path}"] :is(input, textarea, [contenteditable], button)`);
  input?.focus();
  if (cursor.range && (input instanceof HTMLInputElement || input instanceof HTMLTextAreaElement)) input.setSelectionRange(...cursor.range);
}
