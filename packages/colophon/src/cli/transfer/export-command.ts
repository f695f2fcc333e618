import { randomUUID } from "node:crypto";
import { assetFiles, createRemovals, measureAssetFiles, readCatalog, withClient } from "@colophon/database";
import type { Storage } from "@colophon/storage";
import type pg from "pg";
import { STATUS } from "../failures.ts";
import { countOf, createProgress, sizeOf, type Progress } from "../progress.ts";
import { openStorage, withSite, type Site, type CommandContext } from "../site.ts";
import { printMessage } from "../terminal.ts";
import { createArchiveWriter, type ArchiveWriter } from "./archive-writer.ts";
import { openDestination } from "./destination.ts";
import { describeSite, type Manifest } from "./manifest.ts";
import { countRows, rowPieces, inSnapshot } from "./row-source.ts";
import { requireFit, archivedTables } from "./tables.ts";
import { mediaName } from "./archive-layout.ts";

interface ExportContext {
  readonly site: Site;
  readonly client: pg.ClientBase;
  readonly archive: ArchiveWriter;
  readonly progress: Progress;
  readonly at: Date;
}

/**
 * `cms export`: a snapshot of the rows, then the files that they name, as a tar: `manifest.json`, `rows/<table>/<n>.ndjson`, `media/<key>`,
 * and `end.json`, without which it is incomplete. Status 2 if files were missing in the storage.
 */
export async function exportSite(context: CommandContext, file: string, options: { readonly media: boolean }): Promise<number> {
  const progress = createProgress(context.terminal);
  return withSite(context, async (site) => {
    const storage = options.media ? openStorage(context, site) : null;
    const destination = openDestination(file, context.terminal);
    const archive = createArchiveWriter(destination.out, context.signal);
    try {
      await withClient(site.database.pool, (client) => requireFit(site, client));
      await createRemovals(site).finish(); // rows of deleted records are not exported
      const missing = await inSnapshot(site.database, (client) => write({ site, client, archive, progress, at: new Date() }, storage));
      await destination.keep();
      for (const key of missing.slice(0, 5)) printMessage(context.terminal, `Not in the storage: ${key}`);
      if (missing.length === 0) return STATUS.done;
      printMessage(context.terminal, `${countOf(missing.length)} files of records are missing in the storage, and are not in the export.`);
      return STATUS.lacking;
    } catch (error) {
      progress.clear();
      archive.abandon();
      await destination.discard();
      throw error;
    } finally {
      storage?.close();
    }
  });
}

/** Writes the whole archive. @returns the keys of files that the storage does not have */
async function write(transfer: ExportContext, storage: Storage | null): Promise<string[]> {
  const { client, archive, site, at } = transfer;
  await requireFit(site, client);
  const tables = await measureTables(transfer);
  const media = storage && (await measureAssetFiles(client));
  await archive.text(
    "manifest.json",
    JSON.stringify(describeSite(site.schema, { id: randomUUID(), createdAt: at.toISOString(), tables, media }), null, 2),
    at,
  );
  await writeRows(transfer, tables);
  const missing = storage && media ? await writeMedia(transfer, storage, media) : [];
  await archive.text("end.json", JSON.stringify({ missingFiles: missing.length }), at);
  await archive.finish();
  return missing;
}

async function measureTables({ client, site: { schema } }: ExportContext): Promise<Manifest["tables"]> {
  const catalog = await readCatalog(client);
  const tables: Manifest["tables"] = {};
  for (const table of archivedTables(schema)) {
    const columns = [...(catalog.tables.get(table.key)?.columns.keys() ?? [])];
    tables[table.key] = { columns, rows: await countRows(client, table, schema) };
  }
  return tables;
}

async function writeRows({ client, archive, progress, at, site: { schema } }: ExportContext, tables: Manifest["tables"]): Promise<void> {
  const total = Object.values(tables).reduce((sum, { rows }) => sum + rows, 0);
  progress.begin("Rows", total, "rows");
  for (const table of archivedTables(schema)) {
    let piece = 0;
    for await (const lines of rowPieces(client, table, { schema, columns: tables[table.key]?.columns ?? [] })) {
      await archive.text(`rows/${table.key}/${String(piece++).padStart(6, "0")}.ndjson`, `${lines.join("\n")}\n`, at);
      progress.advance(lines.length);
    }
  }
  progress.end(`Exported ${countOf(total)} rows.`);
}

async function writeMedia(
  { client, archive, progress }: ExportContext,
  storage: Storage,
  { files, bytes }: { files: number; bytes: number },
): Promise<string[]> {
  const missing: string[] = [];
  progress.begin("Files", bytes, "bytes");
  for await (const { key, size } of assetFiles(client)) {
    const facts = await storage.stat(key);
    const stored = facts && (await storage.read(key));
    if (!facts || !stored) {
      missing.push(key);
      progress.advance(size);
      continue;
    }
    await archive.file({ name: mediaName(key), size: stored.size, modifiedAt: facts.modifiedAt }, stored.body, progress.advance);
  }
  progress.end(`Exported ${countOf(files - missing.length)} files (${sizeOf(bytes)} in all).`);
  return missing;
}
