/** Reads a record as soon as somebody is about to open it, before its page is there. */
import type { AdminEntity } from "../../api/admin-config.ts";
import { waitAtMost } from "../../api/early-answers.ts";
import { readForEditing } from "../../record-model/read-for-editing.ts";
import { recordQueryKey, type RecordLocator, type StoredRecord } from "../../record-model/record-api.ts";

const FRESH_MS = 2_000;
const PATIENCE_MS = 100;

interface Read {
  readonly record: string;
  readonly sentAt: number;
  readonly answer: Promise<StoredRecord | null>;
  /** Set when the answer has arrived. */
  stored?: StoredRecord | null;
}
let begun: Read | null = null;

export function beginRead(entity: AdminEntity, locator: RecordLocator): void {
  const read: Read = { record: nameOf(locator), sentAt: performance.now(), answer: readForEditing(entity, locator) };
  read.answer.then(
    (stored) => void (read.stored = stored),
    () => undefined, // the page that takes the answer handles the error
  );
  begun = read;
}

/** Waits a moment for the record: mostly it arrives before the code of its page, which is then rendered once instead of twice. */
export async function awaitRead(locator: RecordLocator): Promise<void> {
  const early = begunFor(locator);
  if (!early) return;
  await waitAtMost(
    PATIENCE_MS,
    early.answer.catch(() => undefined),
  );
}

/** The record, if its read has begun and has been answered already. */
export function takeStored(locator: RecordLocator): StoredRecord | null | undefined {
  const stored = begunFor(locator)?.stored;
  if (stored !== undefined) begun = null;
  return stored;
}

/** The record, by the read that has just begun for it, if there is one. */
export function takeRead(entity: AdminEntity, locator: RecordLocator): Promise<StoredRecord | null> {
  const early = begunFor(locator);
  begun = null;
  return early?.answer ?? readForEditing(entity, locator);
}

function begunFor(locator: RecordLocator): Read | null {
  return begun?.record === nameOf(locator) && performance.now() - begun.sentAt < FRESH_MS ? begun : null;
}

function nameOf(locator: RecordLocator): string {
  return recordQueryKey(locator).join("/");
}
