import type { Catalog } from "@colophon/engine";
import type { Storage } from "@colophon/storage";
import type pg from "pg";
import { Refusal } from "../failures.ts";
import { countOf, type Progress } from "../progress.ts";
import type { Site } from "../site.ts";
import { TOO_SHORT, type FoundEntry } from "./archive-reader.ts";
import { parseManifest, type Manifest } from "./manifest.ts";
import { mediaKeyOf } from "./media.ts";
import { openStaging, refuseAll, type Staging } from "./staging.ts";
import { createMediaTaker } from "./take-media.ts";
import { takeRows, type Taken } from "./take-rows.ts";

/** All that taking in an archive needs. */
export interface Journey {
  readonly site: Site;
  readonly client: pg.ClientBase;
  readonly catalog: Catalog;
  readonly storage: Storage;
  readonly progress: Progress;
  readonly signal: AbortSignal;
  readonly isDry: boolean;
  readonly overwrite: boolean;
  /** Told what became (or would become) of the records, as soon as it is known. */
  readonly onTaken: (taken: readonly Taken[]) => void;
}

/** How the files fared. */
export interface MediaCount {
  readonly stored: number;
  readonly passedOver: number;
  /** Files that the export does not have: left out, or missing when it was made. */
  readonly absent: number;
}

type Entries = AsyncGenerator<FoundEntry>;

/**
 * Takes in an archive: all its rows wait until they are complete, then they move to their tables in one transaction,
 * then the files are stored. Whatever is done already is passed over, so that it can be run again.
 * @throws Refusal when it does not fit, is not whole, or rows are refused; then no row was moved
 */
export async function takeArchive(journey: Journey, entries: Entries): Promise<MediaCount> {
  const first = await entries.next();
  if (first.done || first.value.name !== "manifest.json")
    throw new Refusal("This is not what cms export writes: its first entry is no manifest.");
  const manifest = parseManifest(await first.value.text());
  const { client, catalog, isDry, site } = journey;
  const staging = await openStaging(client, { manifest, schema: site.schema, catalog, isDry });
  const afterRows = await stageRows(journey, { manifest, staging }, entries);
  await staging.requireAll();
  await moveRows(journey, staging);
  const count = await takeMedia(journey, { manifest, staging }, entries, afterRows);
  if (!isDry) await staging.clear();
  return count;
}

interface Opened {
  readonly manifest: Manifest;
  readonly staging: Staging;
}

/** @returns the first entry after the rows. @throws Refusal when there is none */
async function stageRows({ progress }: Journey, { manifest, staging }: Opened, entries: Entries): Promise<FoundEntry> {
  const total = Object.values(manifest.tables).reduce((sum, { rows }) => sum + rows, 0);
  progress.begin("Rows", total, "rows");
  for (;;) {
    const { done, value: entry } = await entries.next();
    if (done) throw new Refusal(TOO_SHORT);
    if (!entry.name.startsWith("rows/")) {
      progress.end(`Read ${countOf(total)} rows.`);
      return entry;
    }
    progress.advance(await staging.add(entry.name, await entry.text()));
  }
}

async function moveRows({ client, catalog, site: { schema }, isDry, overwrite, onTaken }: Journey, { tables }: Staging): Promise<void> {
  await client.query(isDry ? "savepoint moving" : "begin");
  try {
    const { taken, problems } = await takeRows({ client, schema, catalog, overwrite }, tables);
    if (problems.length === 0 || isDry) onTaken(taken);
    refuseAll(problems);
    await client.query(isDry ? "rollback to savepoint moving" : "commit");
  } catch (error) {
    await client.query("rollback").catch(() => undefined);
    throw error;
  }
}

async function takeMedia(journey: Journey, { manifest, staging }: Opened, entries: Entries, first: FoundEntry): Promise<MediaCount> {
  const { progress } = journey;
  const taker = createMediaTaker({ ...journey, tables: staging.tables });
  let [stored, passedOver] = [0, 0];
  progress.begin("Files", manifest.media?.bytes ?? 0, "bytes");
  for (let entry: FoundEntry | undefined = first; entry; entry = (await entries.next()).value) {
    if (entry.name === "end.json") {
      const { missingFiles } = JSON.parse(await entry.text()) as { missingFiles: number };
      const absent = manifest.media === null ? fileRecords(staging) : missingFiles;
      progress.end(`${countOf(stored)} files ${journey.isDry ? "to store" : "stored"}, ${countOf(passedOver)} there already.`);
      return { stored, passedOver, absent };
    }
    const key = mediaKeyOf(entry.name);
    if (key === null) throw new Refusal(`The export holds ${entry.name}, which has no place here.`);
    if (await taker.take(key, entry, progress.advance)) stored++;
    else passedOver++;
  }
  throw new Refusal(TOO_SHORT);
}

function fileRecords({ tables }: Staging): number {
  const assets = tables.filter(({ entity }) => entity !== null && ["_image", "_video", "_file"].includes(entity.name));
  return assets.reduce((sum, { rows }) => sum + rows, 0);
}
