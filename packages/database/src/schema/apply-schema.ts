import type { Catalog, Schema, TableChange } from "@colophon/engine";
import type pg from "pg";
import { readCatalog } from "./catalog.ts";
import { withClient } from "../connections/connection.ts";
import type { Database } from "../database.ts";
import { ensureAdmin } from "./first-admin.ts";
import { buildAhead } from "./build-ahead.ts";
import { LOCKS, trySessionLock, withSessionLock } from "../locks.ts";
import type { Waiting } from "../locks.ts";
import { lossOf, refuseLoss, refuseOlder } from "./refusals.ts";
import type { AllowedLoss } from "./refusals.ts";
import { allowedBefore, closeBridges, divide } from "./leftovers.ts";
import { withChangingSession } from "./session.ts";
import type { Session } from "./session.ts";
import { switchOver } from "./switch-over.ts";
import { areOthersRunning, isBegun, isHeldByOthers, knownState, remember } from "../tables/schema-state.ts";
import { seedGlobals } from "./seed-globals.ts";

/** A change asks PostgreSQL for something every second: one that doesn't has a process that hangs. */
const HUNG_MS = 60_000;

export interface ApplyOptions extends Waiting {
  /** How long another one's change may ask PostgreSQL for nothing before its connection is ended; 60 s when left out. */
  readonly idleMs?: number;
  /** The engine's own; passed in, because this package knows the engine only by its types. */
  readonly tableChanges: (schema: Schema, catalog: Catalog, beside?: { readonly besideOlder: boolean }) => readonly TableChange[];
  /** Places where data loss is allowed (`article`, `article.title`), or true for all. */
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
 * Makes the first admin, tells the others which configuration runs here, and fits the entity tables to it, nothing where its
 * hash is already in the database. Under a lock, it first builds all objects that can be built while the site is running, then does the rest in one
 * short transaction. The next start continues or removes the objects of an interrupted change. Then it seeds globals.
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
    const change = () => withChangingSession(pool, client, options, (session) => changeTables(session, schema, options));
    const standing = await knownState(client, schema.hash);
    if (standing.current !== schema.hash) return withSessionLock(client, LOCKS.schema, change, { idleMs: HUNG_MS, ...options });
    if (await isBegun(client)) await trySessionLock(client, LOCKS.schema, change); // another one's change, unless that one still works
    return { state: "unchanged", changes: [] };
  });
}

async function changeTables(session: Session, schema: Schema, options: ApplyOptions): Promise<Applied> {
  const { client } = session;
  const standing = await knownState(client, schema.hash); // again: another process may have done it while this one waited
  const isCurrent = standing.current === schema.hash;
  if (isCurrent && !(await isBegun(client))) return { state: "unchanged", changes: [] };
  await makeTrigrams(client);
  if (standing.current !== null && !isCurrent && standing.wasApplied && (await isHeldByOthers(client, standing.current))) {
    refuseOlder(options.tableChanges(schema, await readCatalog(client, "seen")));
    return { state: "older", changes: [] };
  }
  await planChanges(session, schema, options); // before anything is done
  await closeBridges(session);
  const { changes } = await planChanges(session, schema, options);
  await buildAhead(session, changes);
  const title = "switches to the configuration";
  session.watched.begin(title);
  await session.transaction(title, async () => {
    const { changes: left, catalog, besideOlder } = await planChanges(session, schema, options); // there can be new rows now
    const { now, later } = divide(left, besideOlder);
    await switchOver(session, now, catalog);
    await remember(client, schema, later);
  });
  return { state: "applied", changes };
}

/** The changes that are left to do. @throws SchemaRefused when they would lose stored values without leave */
async function planChanges({ client }: Session, schema: Schema, { tableChanges, allowDataLoss = [] }: ApplyOptions) {
  const allowed = await allowedBefore(client);
  const besideOlder = await areOthersRunning(client, schema.hash);
  const catalog = await readCatalog(client);
  const changes = tableChanges(schema, catalog, { besideOlder });
  refuseLoss(lossOf(changes, allowDataLoss).filter(({ sql }) => !allowed.has(sql)));
  return { changes, catalog, besideOlder };
}

/** Search is fast with pg_trgm and right without it, so a server that doesn't have it will do. */
async function makeTrigrams(client: pg.PoolClient): Promise<void> {
  await client.query("create extension if not exists pg_trgm").catch(() => undefined);
}
