import { locksOf } from "@colophon/engine";
import type { Catalog, TableChange } from "@colophon/engine";
import pg from "pg";
import { convertTexts, type ConvertText } from "./convert-texts.ts";
import { lossOf, refuseLoss, unfitValues, type AllowedLoss } from "./refusals.ts";
import type { MigrationConnection } from "./migration-connection.ts";

/** A switch must get all its locks within this time, or it releases them. */
const ALL_LOCKS_MS = 600;
const CANCELLED = "57014";

interface Switching {
  readonly convertText?: ConvertText | undefined;
  readonly allowDataLoss?: AllowedLoss | undefined;
  readonly catalog: Catalog;
}

/** Runs the remaining changes, in the open transaction. All locks that block others are taken first, and together. */
export async function switchOver(
  connection: MigrationConnection,
  changes: readonly TableChange[],
  { catalog, ...options }: Switching,
): Promise<void> {
  const locks = changes.flatMap(({ step }) => locksOf(step, catalog));
  await lockTables(
    connection,
    "access exclusive",
    new Set(locks.filter(({ mode }) => mode === "ACCESS EXCLUSIVE").map(({ table }) => table)),
  );
  await lockTables(
    connection,
    "share row exclusive",
    new Set(locks.filter(({ mode }) => mode !== "ACCESS EXCLUSIVE").map(({ table }) => table)),
  );
  await convertWritten(connection, changes, options);
  for (const change of changes) await connection.run(change.sql).catch((error: unknown) => Promise.reject(unfitValues(change, error)));
}

/** Texts that were written while the others were converted. @throws SchemaRefused if they would lose something without permission */
async function convertWritten(
  { client }: MigrationConnection,
  changes: readonly TableChange[],
  options: Omit<Switching, "catalog">,
): Promise<void> {
  const { convertText, allowDataLoss = [] } = options;
  for (const { texts, ...change } of changes) {
    if (!texts) continue;
    const converted = convertText ? await convertTexts(client, texts, convertText) : 0;
    const written = texts.lostWritten ? (await client.query<{ lost: number }>(texts.lostWritten)).rows[0]?.lost : 0;
    const lost = Math.max(converted, written ?? 0);
    const lossy = `${lost} ${lost === 1 ? "text" : "texts"} of ${change.configPath} can't be kept whole`;
    if (texts.fill) await client.query(texts.fill);
    if (lost > 0) refuseLoss(lossOf([{ ...change, lossy }], allowDataLoss));
  }
}

async function lockTables({ run }: MigrationConnection, mode: string, tables: ReadonlySet<string>): Promise<void> {
  if (tables.size === 0) return;
  await run(`set local statement_timeout = ${ALL_LOCKS_MS}`);
  await run(`lock table ${[...tables].toSorted().map(quoted).join(", ")} in ${mode} mode`).catch((error: unknown) => {
    if (error instanceof pg.DatabaseError && error.code === CANCELLED) error.code = "55P03"; // its locks were not available in time
    throw error;
  });
  await run("set local statement_timeout = 0");
}

function quoted(key: string): string {
  const [schema = "", ...name] = key.split(".");
  return `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name.join("."))}`;
}
