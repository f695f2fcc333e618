import { isAssetEntity } from "@colophon/config";
import { AUDIT_OFF, LOG_IMPORT } from "@colophon/database";
import type { Catalog } from "@colophon/engine";
import type { Storage } from "@colophon/storage";
import type pg from "pg";
import { Refusal } from "../failures.ts";
import { countOf, type Progress } from "../progress.ts";
import type { Site } from "../site.ts";
import { TOO_SHORT, type FoundEntry } from "./archive-reader.ts";
import { createValueCheck, type ValueCheck } from "./check-values.ts";
import { linesOf } from "./lines.ts";
import { parseEnd, parseManifest, type Manifest } from "./manifest.ts";
import { openStaging, refuseAll, type Staging } from "./staging.ts";
import { createMediaImport } from "./import-media.ts";
import { importRows, type Imported } from "./import-rows.ts";

/** Everything that the import of an archive needs. */
export interface ImportContext {
  readonly site: Site;
  readonly client: pg.ClientBase;
  readonly catalog: Catalog;
  readonly storage: Storage;
  readonly progress: Progress;
  readonly signal: AbortSignal;
  readonly isDry: boolean;
  readonly overwrite: boolean;
  /** Whether values that the API would refuse are imported. */
  readonly asIs: boolean;
  /** Whether webhooks are told about the imported records. */
  readonly events: boolean;
  /** Called with what doesn't fit and is imported nevertheless. */
  readonly onUnfit: (check: ValueCheck) => void;
  /** Called with the results of the records, as soon as they are known. */
  readonly onTaken: (taken: readonly Imported[]) => void;
}

/** The results of the files. */
export interface MediaCount {
  readonly stored: number;
  readonly passedOver: number;
  /** Files that are not in the export: left out, or missing when it was made. */
  readonly absent: number;
}

type Entries = AsyncGenerator<FoundEntry>;

/** An archive that can be read from its beginning; from a pipe only once. */
export interface Archive {
  readonly read: () => Entries;
  readonly isPiped: boolean;
}

/**
 * Imports an archive: all its rows are staged until they are complete, and its files are checked; then the rows are moved to their tables
 * in one transaction, and the files are stored. Steps that are already done are skipped, so it can be repeated. An archive from a pipe can
 * be read only once: its files are checked when they are stored. @throws Refusal if it does not fit, is incomplete, or rows are refused;
 * then no row was moved
 */
export async function importArchive(transfer: ImportContext, { read, isPiped }: Archive): Promise<MediaCount> {
  const entries = read();
  const first = await entries.next();
  if (first.done) throw new Refusal(TOO_SHORT);
  const manifest = parseManifest(await first.value.text());
  const { client, catalog, isDry, site } = transfer;
  const check = createValueCheck(site.schema);
  const staging = await openStaging(client, { manifest, schema: site.schema, catalog, check, isDry });
  const opened = { manifest, staging, check };
  const afterRows = await readAll(transfer, opened, entries, isPiped).catch(async (error: unknown) => {
    const isWrong = error instanceof Refusal && error.message !== TOO_SHORT;
    if (isWrong && !isDry) await staging.clear(); // otherwise a valid archive would continue with staged rows of this one
    throw error;
  });
  const [rest, next] = isPiped ? [entries, afterRows] : await afterRowsOf(read());
  await moveRows(transfer, staging);
  const count = await importMedia(transfer, opened, rest, next);
  if (!isDry) await staging.clear();
  return count;
}

/** Stages all rows, and checks the files unless they can be read only once. @returns the first entry after the rows */
async function readAll(transfer: ImportContext, opened: Opened, entries: Entries, isPiped: boolean): Promise<FoundEntry> {
  const afterRows = await stageRows(transfer, opened, entries);
  await opened.staging.requireAll();
  if (!transfer.asIs) refuseAll(opened.check.sentences(), AS_IS);
  else if (opened.check.count() > 0) transfer.onUnfit(opened.check);
  if (!isPiped) await checkMedia(transfer, opened, entries, afterRows);
  return afterRows;
}

/** @returns the entries, and the first of them after the rows. */
async function afterRowsOf(entries: Entries): Promise<[Entries, FoundEntry]> {
  for (;;) {
    const { done, value } = await entries.next();
    if (done) throw new Refusal(TOO_SHORT);
    if (value.place.kind === "media" || value.place.kind === "end") return [entries, value];
  }
}

interface Opened {
  readonly manifest: Manifest;
  readonly staging: Staging;
  readonly check: ValueCheck;
}

const AS_IS = "To import these values as they are, add --as-is. The API refuses a record that is sent back with one of them.";

/** @returns the first entry after the rows. @throws Refusal if there is none */
async function stageRows({ progress }: ImportContext, { manifest, staging }: Opened, entries: Entries): Promise<FoundEntry> {
  const total = Object.values(manifest.tables).reduce((sum, { rows }) => sum + rows, 0);
  progress.begin("Rows", total, "rows");
  for (;;) {
    const { done, value: entry } = await entries.next();
    if (done) throw new Refusal(TOO_SHORT);
    if (entry.place.kind !== "rows") {
      progress.end(`Read ${countOf(total)} rows.`);
      return entry;
    }
    progress.advance(await staging.add(entry.place.table, entry.name, linesOf(entry.body, entry.name)));
  }
}

/** Reads all files of an archive before anything is changed. @throws Refusal for a damaged or unexpected file, or a missing end */
async function checkMedia(
  { isDry, ...transfer }: ImportContext,
  { manifest, staging }: Opened,
  entries: Entries,
  first: FoundEntry,
): Promise<void> {
  const mediaImport = createMediaImport({ ...transfer, isDry, tables: staging.tables });
  let files = 0;
  for (let entry: FoundEntry | undefined = first; entry; entry = (await entries.next()).value) {
    if (entry.place.kind === "end") {
      parseEnd(await entry.text());
      await entries.next(); // refuses any entry after it
      return;
    }
    if (++files > (manifest.media?.files ?? 0)) throw new Refusal("The export contains more files than its manifest lists.");
    if (entry.place.kind === "media") await mediaImport.check(entry.place.key, entry);
  }
  throw new Refusal(TOO_SHORT);
}

async function moveRows(
  { client, catalog, site: { schema }, isDry, overwrite, events, onTaken }: ImportContext,
  { tables }: Staging,
): Promise<void> {
  await client.query(isDry ? "savepoint moving" : "begin");
  try {
    if (!events) await client.query("set local cms.events = 'off'");
    await client.query(AUDIT_OFF);
    const { taken, problems } = await importRows({ client, schema, catalog, overwrite }, tables);
    if (problems.length === 0 || isDry) onTaken(taken);
    refuseAll(problems);
    if (schema.config.audit) await client.query(LOG_IMPORT);
    await client.query(isDry ? "rollback to savepoint moving" : "commit");
  } catch (error) {
    await client.query("rollback").catch(() => undefined);
    throw error;
  }
}

async function importMedia(
  transfer: ImportContext,
  { manifest, staging }: Opened,
  entries: Entries,
  first: FoundEntry,
): Promise<MediaCount> {
  const { progress } = transfer;
  const mediaImport = createMediaImport({ ...transfer, tables: staging.tables });
  let [stored, passedOver] = [0, 0];
  progress.begin("Files", manifest.media?.bytes ?? 0, "bytes");
  for (let entry: FoundEntry | undefined = first; entry; entry = (await entries.next()).value) {
    if (entry.place.kind === "media") {
      if (await mediaImport.take(entry.place.key, entry, progress.advance)) stored++;
      else passedOver++;
      continue;
    }
    const { missingFiles } = parseEnd(await entry.text());
    const absent = manifest.media === null ? fileRecords(staging) : missingFiles;
    progress.end(`${countOf(stored)} files ${transfer.isDry ? "to store" : "stored"}, ${countOf(passedOver)} there already.`);
    return { stored, passedOver, absent };
  }
  throw new Refusal(TOO_SHORT);
}

function fileRecords({ tables }: Staging): number {
  const assets = tables.filter(({ entity }) => entity !== null && isAssetEntity(entity.name));
  return assets.reduce((sum, { rows }) => sum + rows, 0);
}
