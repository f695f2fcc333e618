/** Passes the session of a record that was just created to the page of the stored record, with unsaved input and the cursor. */
import type { Session } from "./session.ts";

interface Cursor {
  readonly path: string | undefined;
  /** The selected part of the text. */
  readonly range: readonly [number, number] | null;
}

const sessions = new Map<string, Session>();
const cursors = new WeakMap<Session, Cursor>();

export function passSession(id: string, session: Session): void {
  sessions.set(id, session);
}

export function passedSession(id: string): Session | undefined {
  return sessions.get(id);
}

/** Stores the cursor position when the form of the new record is closed. */
export function storeCursor(session: Session): void {
  const active = document.activeElement;
  const path = active?.closest<HTMLElement>("[data-field]")?.dataset["field"];
  const isText = active instanceof HTMLInputElement || active instanceof HTMLTextAreaElement;
  const range =
    isText && active.selectionStart !== null ? ([active.selectionStart, active.selectionEnd ?? active.selectionStart] as const) : null;
  cursors.set(session, { path, range });
}

/** Restores the cursor position in the form of the stored record. */
export function restoreCursor(id: string, form: HTMLElement): void {
  const session = sessions.get(id);
  const cursor = session && cursors.get(session);
  sessions.delete(id);
  if (cursor?.path === undefined) return;
  const input = form.querySelector<HTMLElement>(`[data-field="${cursor.path}"] :is(input, textarea, [contenteditable], button)`);
  input?.focus();
  if (cursor.range && (input instanceof HTMLInputElement || input instanceof HTMLTextAreaElement)) input.setSelectionRange(...cursor.range);
}
