/** Reads a record as soon as somebody is about to open it, before its page is there. */
import type { AdminEntity } from "../../api/admin-config.ts";
import { waitAtMost } from "../../api/early-answers.ts";
import { readForEditing } from "../../record-model/read-for-editing.ts";
import { placeKey, type RecordPlace, type StoredRecord } from "../../record-model/record-api.ts";

const FRESH_MS = 2_000;
const PATIENCE_MS = 100;

interface Read {
  readonly place: string;
  readonly sentAt: number;
  readonly answer: Promise<StoredRecord | null>;
  /** Set when the answer has arrived. */
  stored?: StoredRecord | null;
}
let begun: Read | null = null;

export function beginRead(entity: AdminEntity, place: RecordPlace): void {
  const read: Read = { place: nameOf(place), sentAt: performance.now(), answer: readForEditing(entity, place) };
  read.answer.then(
    (stored) => void (read.stored = stored),
    () => undefined, // the page that takes the answer handles the error
  );
  begun = read;
}

/** Waits a moment for the record: mostly it arrives before the code of its page, which is then rendered once instead of twice. */
export async function awaitRead(place: RecordPlace): Promise<void> {
  const early = begunFor(place);
  if (!early) return;
  await waitAtMost(
    PATIENCE_MS,
    early.answer.catch(() => undefined),
  );
}

/** The record, if its read has begun and has been answered already. */
export function takeStored(place: RecordPlace): StoredRecord | null | undefined {
  const stored = begunFor(place)?.stored;
  if (stored !== undefined) begun = null;
  return stored;
}

/** The record, by the read that has just begun for it, if there is one. */
export function takeRead(entity: AdminEntity, place: RecordPlace): Promise<StoredRecord | null> {
  const early = begunFor(place);
  begun = null;
  return early?.answer ?? readForEditing(entity, place);
}

function begunFor(place: RecordPlace): Read | null {
  return begun?.place === nameOf(place) && performance.now() - begun.sentAt < FRESH_MS ? begun : null;
}

function nameOf(place: RecordPlace): string {
  return placeKey(place).join("/");
}
