/** Ends what a crash has left behind: files without a record, unfinished writes, derivatives that no job makes any more. */
import { defineJob } from "@colophon/jobs";
import type { Log } from "@colophon/runtime";
import { endUnended, type UnendedDependencies } from "../derivatives/unended.ts";
import { DERIVATIVES, derivativeInKey, derivativeKey, idInKey, INCOMING, ORIGINALS, type Storage, type StoredKey } from "@colophon/storage";

const HOUR_MS = 60 * 60 * 1_000;
/** A file that was sent to the S3 server may be completed for an hour, and checked then. */
const INCOMING_AGES = 24;
const BATCH = 500;

export interface SweepDependencies extends UnendedDependencies {
  /** Anything newer may belong to running work. */
  readonly ageMs?: number;
  readonly now?: () => number;
}

export interface Swept {
  readonly files: number;
  readonly unfinished: number;
}

/** One sweep. It can be interrupted, and run in several processes at once. */
export async function sweep(dependencies: SweepDependencies): Promise<Swept> {
  const { derivatives, storage, ageMs = HOUR_MS, now = Date.now } = dependencies;
  const before = new Date(now() - ageMs);
  const unfinished = await storage.removeUnfinished(before);
  await derivatives.removeOrphans();
  await endUnended(dependencies);
  let files = 0;
  let batch: StoredKey[] = [];
  const flush = async (): Promise<void> => {
    files += await removeOrphans(dependencies, batch);
    batch = [];
  };
  for (const prefix of [ORIGINALS, DERIVATIVES]) {
    for await (const stored of storage.list(prefix)) {
      if (stored.modifiedAt >= before) continue;
      batch.push(stored);
      if (batch.length === BATCH) await flush();
    }
  }
  await flush();
  if (storage.direct) files += await removeIncoming(storage, new Date(now() - INCOMING_AGES * ageMs));
  return { files, unfinished };
}

/** Originals of no asset, and derivatives without a row: the next request makes those again. */
async function removeOrphans({ assets, derivatives, storage }: SweepDependencies, batch: readonly StoredKey[]): Promise<number> {
  const ids = [...new Set(batch.flatMap(({ key }) => idInKey(key) ?? []))];
  if (ids.length === 0) return 0;
  const missing = await assets.missing(ids);
  const unknown = await derivatives.unknownAmong(batch.flatMap(({ key }) => derivativeInKey(key) ?? []));
  const orphans = new Set(unknown.map(({ id, transformKey }) => derivativeKey(id, transformKey)));
  for (const { key } of batch) if (missing.has(idInKey(key) ?? "")) orphans.add(key);
  for (const key of orphans) await storage.remove(key);
  return orphans.size;
}

/** Files whose uploads were never completed. */
async function removeIncoming(storage: Storage, before: Date): Promise<number> {
  let removed = 0;
  for await (const { key, modifiedAt } of storage.list(INCOMING)) {
    if (modifiedAt >= before) continue;
    await storage.remove(key);
    removed += 1;
  }
  return removed;
}

/** Sweeps some time after the start and then every hour. */
export function sweepJob({ log, ...dependencies }: SweepDependencies & { readonly log: Log }) {
  return defineJob({
    name: "sweep-assets",
    everyMs: HOUR_MS,
    firstAfterMs: 60_000,
    async run() {
      const swept = await sweep(dependencies);
      if (swept.files + swept.unfinished > 0) log.info(swept, "swept");
    },
  });
}
