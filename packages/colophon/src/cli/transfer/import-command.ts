import { createReadStream } from "node:fs";
import type { Readable } from "node:stream";
import { createRemovals, LOCKS, readCatalog, trySessionLock, withClient } from "@colophon/database";
import { renewEpoch } from "@colophon/runtime";
import type pg from "pg";
import { Refusal, STATUS } from "../failures.ts";
import { countOf, createProgress } from "../progress.ts";
import { openStorage, withRedis, withSite, type CommandContext } from "../site.ts";
import { print, printMessage, type Terminal } from "../terminal.ts";
import { readArchive } from "./archive-reader.ts";
import { importArchive, type ImportContext } from "./import-archive.ts";
import type { Imported } from "./import-rows.ts";
import type { ValueCheck } from "./check-values.ts";
import { requireFit } from "./tables.ts";

export interface ImportOptions {
  readonly dryRun?: boolean;
  readonly overwrite?: boolean;
  readonly asIs?: boolean;
  readonly events?: boolean;
}

/**
 * `cms import`: imports the output of `cms export`. A record whose id exists is left unchanged, or replaced with `overwrite`. Status 2 if
 * files of records are not in the export.
 */
export async function importSite(
  context: CommandContext,
  file: string,
  { dryRun: isDry = false, overwrite = false, asIs = false, events = false }: ImportOptions,
): Promise<number> {
  const { terminal, signal } = context;
  const progress = createProgress(terminal);
  return withSite(context, async (site) => {
    const storage = openStorage(context, site);
    const sources: Readable[] = [];
    const read = () => {
      const opened = openSource(file, terminal);
      sources.push(opened);
      return readArchive(opened, signal);
    };
    const onUnfit = (check: ValueCheck): void => sayUnfit(terminal, check);
    const onTaken = (taken: readonly Imported[]): void => printTaken(terminal, taken, isDry);
    try {
      const { absent } = await alone(site.database, isDry, async (client) => {
        await requireFit(site, client);
        if (!isDry) await createRemovals(site).finish(); // the import may contain deleted records
        const catalog = await readCatalog(client);
        const transfer: ImportContext = {
          site,
          client,
          catalog,
          storage,
          progress,
          signal,
          isDry,
          overwrite,
          asIs,
          events,
          onUnfit,
          onTaken,
        };
        return importArchive(transfer, { read, isPiped: file === "-" });
      });
      if (!isDry && site.redis) await withRedis(site.redis, renewEpoch).catch(() => undefined); // users may have changed
      printMessage(terminal, isDry ? "Nothing was changed: this was a dry run." : "The import is complete.");
      if (absent > 0)
        printMessage(
          terminal,
          `The export doesn't contain the files of ${countOf(absent)} records. Requests for them are 404 until the files are in the storage.`,
        );
      return absent > 0 ? STATUS.lacking : STATUS.done;
    } catch (error) {
      progress.clear();
      throw error;
    } finally {
      for (const source of sources) source.destroy();
      storage.close();
    }
  });
}

/** Stdin for `-`. A file that is not there fails when it is read. */
function openSource(file: string, { stdin }: Terminal): Readable {
  return file === "-" ? stdin : createReadStream(file, { highWaterMark: 256 * 1024 });
}

/** Runs `work` while no other import runs; a dry run is rolled back. @throws Refusal if another one runs */
function alone<T>(database: { readonly pool: pg.Pool }, isDry: boolean, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  return withClient(database.pool, async (client) => {
    const outcome = await trySessionLock(client, LOCKS.import, async () => {
      try {
        if (isDry) await client.query("begin");
        return await work(client);
      } finally {
        if (isDry) await client.query("rollback").catch(() => undefined);
      }
    });
    if (!outcome.taken) throw new Refusal("Another import is running on this database. Wait until it has finished.");
    return outcome.result;
  });
}

function sayUnfit(terminal: Terminal, check: ValueCheck): void {
  printMessage(
    terminal,
    [`Values that don't fit the configuration are imported as they are (${countOf(check.count())}):`, ...check.sentences()].join("\n- "),
  );
}

function printTaken(terminal: Terminal, taken: readonly Imported[], isDry: boolean): void {
  const will = isDry ? "to make" : "made";
  for (const { entity, made, replaced, left, refused } of taken) {
    const parts = [
      made > 0 && `${countOf(made)} ${will}`,
      replaced > 0 && `${countOf(replaced)} ${isDry ? "to replace" : "replaced"}`,
      left > 0 && `${countOf(left)} existing, kept`,
      refused > 0 && `${countOf(refused)} refused`,
    ].filter((part) => part !== false);
    if (parts.length > 0) print(terminal, `${entity}: ${parts.join(", ")}`);
  }
}
