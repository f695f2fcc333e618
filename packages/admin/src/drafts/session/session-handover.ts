/** Passes the session of a record that was just created to the page of the stored record, with unsaved input and the cursor. */
import type { Editor } from "@tiptap/core";
import type { EditSession } from "./session.ts";

type Range = readonly [from: number, to: number];

interface Cursor {
  readonly path: string | undefined;
  /** The kind of element that had the focus in its field. */
  readonly kind: "text" | "formatted" | "button";
  /** The selected part of the text; null if it has none. */
  readonly range: Range | null;
}

const SELECTORS: Record<Cursor["kind"], string> = { text: ":is(input, textarea)", formatted: "[contenteditable]", button: "button" };

const sessions = new Map<string, EditSession>();
const cursors = new WeakMap<EditSession, Cursor>();

export function passSession(id: string, session: EditSession): void {
  sessions.set(id, session);
}

export function passedSession(id: string): EditSession | undefined {
  return sessions.get(id);
}

/** The editor of formatted text that contains the focus; Tiptap stores it at its element. */
function editorOf(element: Element | null): Editor | undefined {
  return element?.closest<HTMLElement & { readonly editor?: Editor }>("[contenteditable]")?.editor;
}

/** Stores the cursor position when the form of the new record is closed. */
export function storeCursor(session: EditSession): void {
  const active = document.activeElement;
  const path = active?.closest<HTMLElement>("[data-field]")?.dataset["field"];
  const selection = editorOf(active)?.state.selection;
  if (selection) return void cursors.set(session, { path, kind: "formatted", range: [selection.from, selection.to] });
  const isText = active instanceof HTMLInputElement || active instanceof HTMLTextAreaElement;
  const range: Range | null =
    isText && active.selectionStart !== null ? [active.selectionStart, active.selectionEnd ?? active.selectionStart] : null;
  cursors.set(session, { path, kind: isText ? "text" : "button", range });
}

/** Restores the cursor position in the form of the stored record. */
export function restoreCursor(id: string, form: HTMLElement): void {
  const session = sessions.get(id);
  const cursor = session && cursors.get(session);
  sessions.delete(id);
  if (cursor?.path === undefined) return;
  const input = form.querySelector<HTMLElement>(`[data-field="${cursor.path}"] ${SELECTORS[cursor.kind]}`);
  const { range } = cursor;
  const editor = editorOf(input);
  if (editor && range) return void editor.chain().setTextSelection({ from: range[0], to: range[1] }).focus().run();
  input?.focus();
  if (range && (input instanceof HTMLInputElement || input instanceof HTMLTextAreaElement)) input.setSelectionRange(...range);
}
