import type { Catalog, Schema, TableChange } from "@colophon/engine";
import type pg from "pg";
import { readCatalog } from "./catalog.ts";
import { withClient } from "../connections/connection.ts";
import type { Database } from "../database.ts";
import { ensureAdmin } from "./first-admin.ts";
import { MIGRATION_MS } from "../connections/limits.ts";
import { LOCKS, withSessionLock } from "../locks.ts";
import { lossOf, refuseLoss, refuseOlder, unfitValues } from "./refusals.ts";
import type { AllowedLoss } from "./refusals.ts";
import { transactionOn } from "../transactions/on-client.ts";
import { retryLocked } from "../transactions/repeat.ts";
import { areOthersRunning, isHeldByOthers, knownState, remember } from "../tables/schema-state.ts";
import { divide, settleLeftovers } from "./leftovers.ts";
import { seedGlobals } from "./seed-globals.ts";

export interface ApplyOptions {
  /** The engine's own; passed in, because this package knows the engine only by its types. */
  readonly tableChanges: (schema: Schema, catalog: Catalog, beside?: { readonly besideOlder: boolean }) => readonly TableChange[];
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
 * Makes the first admin, tells the others which configuration runs here, and fits the entity tables to it: under a lock,
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
  const applied = await prepareTables(database.pool, schema, options);
  await seedGlobals(database, schema);
  return admin === undefined ? applied : { ...applied, admin };
}

function prepareTables(pool: pg.Pool, schema: Schema, options: ApplyOptions): Promise<Applied> {
  return withClient(pool, async (client) => {
    const standing = await knownState(client, schema.hash);
    if (standing.current === schema.hash) return { state: "unchanged", changes: [] };
    return withSessionLock(client, LOCKS.schema, () => retryLocked(() => inTransaction(client, () => change(client, schema, options))));
  });
}

async function change(client: pg.PoolClient, schema: Schema, { tableChanges, allowDataLoss = [] }: ApplyOptions): Promise<Applied> {
  const standing = await knownState(client, schema.hash); // again: another process may have done it while this one waited
  if (standing.current === schema.hash) return { state: "unchanged", changes: [] };
  await makeTrigrams(client);
  if (standing.current !== null && standing.wasApplied && (await isHeldByOthers(client, standing.current))) {
    refuseOlder(tableChanges(schema, await readCatalog(client, "seen")));
    return { state: "older", changes: [] };
  }
  const allowedBefore = await settleLeftovers(client);
  const besideOlder = await areOthersRunning(client, schema.hash);
  const changes = tableChanges(schema, await readCatalog(client), { besideOlder });
  refuseLoss(lossOf(changes, allowDataLoss).filter(({ sql }) => !allowedBefore.has(sql)));
  const { now, later } = divide(changes, besideOlder);
  for (const one of now) {
    const query = { text: one.sql, query_timeout: MIGRATION_MS } as pg.QueryConfig;
    await client.query(query).catch((error: unknown) => Promise.reject(unfitValues(one, error)));
  }
  await remember(client, schema, later);
  return { state: "applied", changes };
}

function inTransaction<T>(client: pg.PoolClient, work: () => Promise<T>): Promise<T> {
  return transactionOn(client, async () => {
    await client.query("set local statement_timeout = 0");
    return work();
  });
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
