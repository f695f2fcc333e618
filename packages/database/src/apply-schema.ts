import type { Catalog, Schema, TableChange } from "@colophon/engine";
import type pg from "pg";
import { readCatalog } from "./catalog.ts";
import { withClient } from "./connection.ts";
import type { Database } from "./database.ts";
import { ensureAdmin } from "./first-admin.ts";
import { MIGRATION_MS } from "./limits.ts";
import { withSessionLock } from "./locks.ts";
import { lossOf, refuseLoss, refuseOlder, unfitValues } from "./refusals.ts";
import type { AllowedLoss } from "./refusals.ts";
import { retryLocked } from "./repeat.ts";
import { isHeldByOthers, knownState, remember } from "./schema-state.ts";
import { seedGlobals } from "./seed-globals.ts";

const SCHEMA_LOCK = 72_707_372;

export interface ApplyOptions {
  /** The engine's own; passed in, because this package knows the engine only by its types. */
  readonly tableChanges: (schema: Schema, catalog: Catalog) => readonly TableChange[];
  /** Places whose loss is accepted (`article`, `article.title`), or true for all. */
  readonly allowDataLoss?: AllowedLoss | undefined;
  /** The address of the first admin, needed only while no admin is stored. */
  readonly adminEmail?: string | undefined;
}

/** `older`: the tables belong to a newer configuration that other processes run, and this one fits them as they are. */
export interface Applied {
  readonly state: "unchanged" | "applied" | "older";
  readonly changes: readonly TableChange[];
  /** The address of the first admin, when this made one. */
  readonly admin?: string;
}

/**
 * Makes the first admin, tells the others which configuration runs here, and brings the entity tables to it: under a lock,
 * in one transaction, nothing where its hash stands in the database already. Then seeds globals.
 *
 * Which configuration is older? One whose hash was applied before and replaced since. While a process with the newer one
 * runs, an older one never changes a table: it works on the tables as they are when they still hold all that it needs,
 * else its start is refused. When nobody runs the newer one any more, going back is meant, and is done like any change.
 *
 * @throws SchemaRefused when stored values would be lost or don't fit, when the configuration is older and doesn't fit, without an admin.
 */
export async function applySchema(database: Database, schema: Schema, options: ApplyOptions): Promise<Applied> {
  const admin = await ensureAdmin(database, schema, options.adminEmail);
  await database.announce(schema.hash); // before a table is changed: who comes right after sees that somebody works with this one
  const applied = await bringTables(database.pool, schema, options);
  await seedGlobals(database, schema);
  return admin === undefined ? applied : { ...applied, admin };
}

function bringTables(pool: pg.Pool, schema: Schema, options: ApplyOptions): Promise<Applied> {
  return withClient(pool, async (client) => {
    const standing = await knownState(client, schema.hash);
    if (standing.current === schema.hash) return { state: "unchanged", changes: [] };
    return withSessionLock(client, SCHEMA_LOCK, () => retryLocked(() => inTransaction(client, () => change(client, schema, options))));
  });
}

async function change(client: pg.PoolClient, schema: Schema, { tableChanges, allowDataLoss = [] }: ApplyOptions): Promise<Applied> {
  const standing = await knownState(client, schema.hash); // again: another process may have done it while this one waited
  if (standing.current === schema.hash) return { state: "unchanged", changes: [] };
  await makeTrigrams(client);
  const changes = tableChanges(schema, await readCatalog(client));
  if (standing.current !== null && standing.wasApplied && (await isHeldByOthers(client, standing.current))) {
    refuseOlder(changes);
    return { state: "older", changes: [] };
  }
  refuseLoss(lossOf(changes, allowDataLoss));
  for (const one of changes) {
    const query = { text: one.sql, query_timeout: MIGRATION_MS } as pg.QueryConfig;
    await client.query(query).catch((error: unknown) => Promise.reject(unfitValues(one, error)));
  }
  await remember(client, schema);
  return { state: "applied", changes };
}

async function inTransaction<T>(client: pg.PoolClient, work: () => Promise<T>): Promise<T> {
  await client.query("begin");
  try {
    await client.query("set local statement_timeout = 0");
    const result = await work();
    await client.query("commit");
    return result;
  } catch (error) {
    await client.query("rollback");
    throw error;
  }
}

/** Search is fast with pg_trgm and right without it, so a server that doesn't have it will do. */
async function makeTrigrams(client: pg.PoolClient): Promise<void> {
  await client.query("savepoint trigrams");
  try {
    await client.query("create extension if not exists pg_trgm");
  } catch {
    await client.query("rollback to savepoint trigrams");
  }
}
