import { locksOf } from "@colophon/engine";
import type { Catalog, TableChange } from "@colophon/engine";
import pg from "pg";
import { unfitValues } from "./refusals.ts";
import type { Session } from "./session.ts";

/** A switch must get all its locks within this time, or it releases them. */
const ALL_LOCKS_MS = 600;
const CANCELLED = "57014";

/** Runs the remaining changes, in the open transaction. All locks that block others are taken first, and together. */
export async function switchOver(session: Session, changes: readonly TableChange[], catalog: Catalog): Promise<void> {
  const locks = changes.flatMap(({ step }) => locksOf(step, catalog));
  await lockTables(session, "access exclusive", new Set(locks.filter(({ mode }) => mode === "ACCESS EXCLUSIVE").map(({ table }) => table)));
  await lockTables(
    session,
    "share row exclusive",
    new Set(locks.filter(({ mode }) => mode !== "ACCESS EXCLUSIVE").map(({ table }) => table)),
  );
  for (const change of changes) await session.run(change.sql).catch((error: unknown) => Promise.reject(unfitValues(change, error)));
}

async function lockTables({ run }: Session, mode: string, tables: ReadonlySet<string>): Promise<void> {
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
