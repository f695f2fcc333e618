/** Checks the chain of the audit log. */
import { hashOfRow, NO_HASH, type LoggedRow, type SealedRow } from "./chain.ts";
import type { createAuditTable } from "./log-table.ts";
import type { Head } from "./sealer.ts";

/** A place where the chain is broken. */
export interface Broken {
  /** Of the seal; null for a row without one. */
  readonly number: string | null;
  readonly sentence: string;
}

export interface Verified {
  readonly rows: number;
  readonly head: Head | null;
  readonly broken: readonly Broken[];
}

/** More are not reported. */
const MAX_BROKEN = 100;

/**
 * Compares every row with its seal, and every seal with the one before.
 *
 * @param head - a head that was stored elsewhere: the chain must contain it.
 */
export async function verifyAudit(log: ReturnType<typeof createAuditTable>, head: Head | null = null): Promise<Verified> {
  const broken: Broken[] = [];
  const report = (number: string | null, sentence: string): void => {
    if (broken.length < MAX_BROKEN) broken.push({ number, sentence });
  };
  const dropped = await log.dropped();
  let previous: Head = dropped ?? { number: "0", hash: NO_HASH };
  let rows = 0;
  let found = head === null || isSame(dropped, head);
  for await (const sealed of log.sealed()) {
    const { number, hash } = sealed;
    if (number === null || hash === null) continue;
    rows += 1;
    for (const sentence of problemsOf(sealed, previous)) report(number, sentence);
    previous = { number, hash };
    found ||= isSame(previous, head);
  }
  for (const { id, isSettled } of await log.unsealed())
    if (isSettled) report(null, `The row ${id} has no seal: it was inserted later, or its seal was removed.`);
  if (head && !found) report(head.number, headSentence(head, previous, dropped));
  if (broken.length > 0 && (await log.dropped())?.number !== dropped?.number) return verifyAudit(log, head); // days were dropped meanwhile
  return { rows, head: previous.number === "0" ? null : previous, broken };
}

function* problemsOf(sealed: SealedRow, previous: Head): Generator<string> {
  const { number, previousHash, hash } = sealed;
  const missing = BigInt(number ?? 0) - BigInt(previous.number) - 1n;
  if (missing < 0n) yield "It was inserted before the first row.";
  if (missing > 0n) yield `Number ${BigInt(previous.number) + 1n} is missing${missing > 1n ? ", and all up to this one" : ""}.`;
  if (previousHash !== previous.hash) yield "It doesn't continue the row before it: rows were removed, inserted or reordered.";
  if (!isRow(sealed)) yield "Its row was removed.";
  else if (hashOfRow(previousHash ?? "", number ?? "", sealed) !== hash) yield "Its row, or its seal, was changed.";
}

function isRow(sealed: SealedRow): sealed is SealedRow & LoggedRow {
  return typeof sealed.id === "string";
}

function isSame(a: Head | null, b: Head | null): boolean {
  return a !== null && a.number === b?.number && a.hash === b.hash;
}

function headSentence(head: Head, newest: Head, dropped: Head | null): string {
  if (dropped && BigInt(head.number) < BigInt(dropped.number)) return "This head is older than the rows that are kept.";
  if (BigInt(head.number) > BigInt(newest.number)) return `This row was removed: the newest number is ${newest.number}.`;
  return "The row of this number has another hash: the log was rewritten.";
}
