/** Reads a record as soon as somebody is about to open it, before its page is there. */
import type { AdminEntity } from "../api/admin-config.ts";
import { readForEditing } from "./read-for-editing.ts";
import { placeKey, type RecordPlace, type StoredRecord } from "./record-api.ts";

const FRESH_MS = 2_000;

interface Read {
  readonly place: string;
  readonly sentAt: number;
  readonly answer: Promise<StoredRecord | null>;
}
let begun: Read | null = null;

export function beginRead(entity: AdminEntity, place: RecordPlace): void {
  const answer = readForEditing(entity, place);
  answer.catch(() => undefined); // the page that takes the answer handles the error
  begun = { place: placeKey(place).join("/"), sentAt: performance.now(), answer };
}

/** The record, by the read that has just begun for it, if there is one. */
export function takeRead(entity: AdminEntity, place: RecordPlace): Promise<StoredRecord | null> {
  const early = begun;
  begun = null;
  const isUsable = early?.place === placeKey(place).join("/") && performance.now() - early.sentAt < FRESH_MS;
  return isUsable ? early.answer : readForEditing(entity, place);
}
