import { setTimeout as sleep } from "node:timers/promises";
import type { Schema } from "@colophon/engine";
import { AppError } from "@colophon/errors";
import { applySchema, type Applied, type ApplyOptions } from "./apply-schema.ts";
import type { Database } from "./database.ts";
import { toAppError } from "./errors.ts";
import { migrate } from "./migrate.ts";

export interface Wishes extends ApplyOptions {
  /** For how long PostgreSQL may be away; a minute without. */
  readonly patienceMs?: number;
}

export interface Brought {
  readonly migrations: readonly string[];
  readonly tables: Applied;
}

const PATIENCE_MS = 60_000;
const PAUSE_MS = 500;

/** PostgreSQL could not be worked with in all that time. */
export class DatabaseAway extends Error {
  override readonly name = "DatabaseAway";
}

/**
 * Brings the database to this release and this configuration: migrations, entity tables, globals, the first admin.
 * Any number of processes may do it at once: one works, the others wait and find nothing left to do. While PostgreSQL
 * can't be reached it is tried again, for a minute.
 * @throws SchemaRefused with sentences for the person who started it, or DatabaseAway.
 */
export async function bringDatabase(database: Database, schema: Schema, { patienceMs = PATIENCE_MS, ...wishes }: Wishes): Promise<Brought> {
  const giveUpAt = Date.now() + patienceMs;
  for (;;) {
    try {
      return await bring(database, schema, wishes);
    } catch (error) {
      const failure = toAppError(error);
      if (!(failure instanceof AppError && failure.code === "SERVICE_UNAVAILABLE")) throw error;
      if (Date.now() > giveUpAt) throw new DatabaseAway(sentenceFor(failure.cause, patienceMs), { cause: error });
    }
    await sleep(PAUSE_MS);
  }
}

async function bring(database: Database, schema: Schema, options: ApplyOptions): Promise<Brought> {
  const migrations = await migrate(database.pool);
  const tables = await applySchema(database, schema, options);
  return { migrations, tables };
}

/** What was done, in sentences for the person who asked for it. */
export function sentencesOf({ migrations, tables }: Brought): string[] {
  return [sayMigrations(migrations), ...sayTables(tables)];
}

function sayMigrations(names: readonly string[]): string {
  if (names.length === 0) return "All migrations were in the database already.";
  return `Migrations applied: ${names.join(", ")}.`;
}

function sayTables({ state, changes, admin }: Applied): string[] {
  const places = [...new Set(changes.map(({ place }) => place))];
  const sentences = {
    unchanged: "The tables fit the configuration; nothing was changed.",
    applied: `The tables were brought to the configuration. Changed: ${places.join(", ") || "nothing"}.`,
    older: "A newer configuration is running; the tables stay as it needs them, and this one fits them.",
  };
  return [sentences[state], ...(admin === undefined ? [] : [`${admin} is the first admin.`])];
}

function sentenceFor(cause: unknown, patienceMs: number): string {
  const reason = cause instanceof Error && cause.message ? ` (${cause.message})` : "";
  return `PostgreSQL could not be reached for ${patienceMs / 1000} s${reason}. Look at DATABASE_URL, and whether the server runs.`;
}
