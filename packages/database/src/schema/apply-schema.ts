import { contentChecks, type Catalog, type Schema, type TableChange } from "@colophon/engine";
import type pg from "pg";
import { readCatalog } from "./catalog.ts";
import { checkContent, type Checked } from "./check-content.ts";
import type { ConvertText } from "./convert-texts.ts";
import { withClient } from "../connections/connection.ts";
import type { Database } from "../database.ts";
import { ensureAdmin, seedGlobals } from "./first-rows.ts";
import { runOnlineSteps } from "./online-steps.ts";
import { LOCKS, trySessionLock, withSessionLock, type Waiting } from "../locks.ts";
import { lossOf, refuseLoss, refuseOlder, type AllowedLoss } from "./refusals.ts";
import { allowedBefore, finishDeferredSteps, divide, isUnfinished } from "./deferred-steps.ts";
import { withMigrationConnection, type MigrationConnection } from "./migration-connection.ts";
import { switchOver } from "./switch-over.ts";
import { areOthersRunning, isBegun, isHeldByOthers, knownState, deferredStepsOf, storeSchemaState } from "../tables/schema-state.ts";

/** A change sends a statement to PostgreSQL every second; if it doesn't, its process hangs. */
const HUNG_MS = 60_000;

export interface ApplyOptions extends Waiting {
  /** How long another process's change may send PostgreSQL nothing before its connection is ended; 60 s by default. */
  readonly idleMs?: number;
  /** The engine's function; passed in, because this package imports only the engine's types. */
  readonly tableChanges: (schema: Schema, catalog: Catalog, options?: { readonly hasOlderProcesses: boolean }) => readonly TableChange[];
  /** Converts rich text whose format changes; without it, such a text is lost. */
  readonly convertText?: ConvertText | undefined;
  /** Places where data loss is allowed (`article`, `article.title`), or true for all. */
  readonly allowDataLoss?: AllowedLoss | undefined;
  /** The email address of the first admin, needed only while no admin is stored. */
  readonly adminEmail?: string | undefined;
}

/** `older`: the tables belong to a newer configuration that other processes run, and this one can work with them unchanged. */
export interface Applied {
  readonly state: "unchanged" | "applied" | "older";
  readonly changes: readonly TableChange[];
  /** The email address of the first admin, if this call created one. */
  readonly admin?: string;
}

/**
 * Creates the first admin, announces the configuration of this process, and changes the entity tables to it; nothing if its hash is already
 * in the database. Under a lock, it first builds all objects that can be built while the site is running, then does the rest in one short
 * transaction; if there is nothing to build, that transaction is all, and the catalog is read once. The next start continues or removes the
 * objects of an interrupted change. Then it inserts globals.
 *
 * A configuration is older if its hash was applied before and replaced since. While a process with the newer one runs, an older one never
 * changes a table: it works with the tables if they still have all that it needs, otherwise its start is refused. If no process runs the
 * newer one any more, a return to the older one is intended, and is applied like any change.
 *
 * @throws SchemaRefused if stored values would be lost or don't fit, if the configuration is older and doesn't fit, without an admin.
 */
export async function applySchema(database: Database, schema: Schema, options: ApplyOptions): Promise<Applied> {
  const admin = await ensureAdmin(database, schema, options.adminEmail);
  await database.announce(schema.hash); // before a table is changed: a process that starts now sees that this configuration is in use
  const applied = await prepareTables(database.pool, schema, options);
  await seedGlobals(database, schema);
  return admin === undefined ? applied : { ...applied, admin };
}

function prepareTables(pool: pg.Pool, schema: Schema, options: ApplyOptions): Promise<Applied> {
  return withClient(pool, async (client) => {
    const change = () => withMigrationConnection(pool, client, options, (connection) => changeTables(connection, schema, options));
    const state = await knownState(client, schema.hash);
    if (state.current !== schema.hash) return withSessionLock(client, LOCKS.schema, change, { idleMs: HUNG_MS, ...options });
    if (await isBegun(client)) await trySessionLock(client, LOCKS.schema, change); // unless that process still works
    return { state: "unchanged", changes: [] };
  });
}

async function changeTables(connection: MigrationConnection, schema: Schema, options: ApplyOptions): Promise<Applied> {
  const { client } = connection;
  const state = await knownState(client, schema.hash); // again: another process may have done it while this one waited
  const isCurrent = state.current === schema.hash;
  if (isCurrent && !(await isBegun(client))) return { state: "unchanged", changes: [] };
  await makeTrigrams(client);
  if (state.current !== null && !isCurrent && state.wasApplied && (await isHeldByOthers(client, state.current))) {
    const seen = await readCatalog(client, "seen");
    refuseOlder(options.tableChanges(schema, seen), reshapedPlaces(schema, seen));
    return { state: "older", changes: [] };
  }
  const first = await inSwitch(connection, async () => {
    const plan = await planChanges(connection, schema, options);
    if (!plan.mustPrepare) await switchTo(connection, schema, { ...options, ...plan });
    return plan;
  });
  if (!first.mustPrepare) return { state: "applied", changes: first.changes };
  await finishDeferredSteps(connection);
  const { changes, checked } = first.isUnfinished ? await planChanges(connection, schema, options) : first;
  await runOnlineSteps(connection, changes);
  await inSwitch(connection, async () => {
    const plan = await planChanges(connection, schema, options, checked); // there can be new rows now
    await switchTo(connection, schema, { ...options, ...plan });
  });
  return { state: "applied", changes };
}

function inSwitch<T>(connection: MigrationConnection, work: () => Promise<T>): Promise<T> {
  const title = "switches to the configuration";
  connection.watched.begin(title);
  return connection.transaction(title, work);
}

/** Makes the changes, in the open transaction in which they were planned. */
async function switchTo(connection: MigrationConnection, schema: Schema, plan: Planned & ApplyOptions): Promise<void> {
  const { now, later } = divide(plan.changes, plan.hasOlderProcesses);
  await switchOver(connection, now, plan);
  await storeSchemaState(connection.client, schema, later);
}

/** Fields that are stored as JSON, and whose definition is not the one that is in use. */
function reshapedPlaces(schema: Schema, catalog: Catalog): readonly string[] {
  return contentChecks(schema, catalog).flatMap(({ configPath }) => (catalog.shapes?.has(configPath) ? [configPath] : []));
}

interface Planned {
  readonly changes: readonly TableChange[];
  readonly catalog: Catalog;
  readonly checked: Checked;
  readonly hasOlderProcesses: boolean;
  /** Whether steps of the last change have to be done first. */
  readonly isUnfinished: boolean;
  /** Whether something has to be done before the switch, while the site is running. */
  readonly mustPrepare: boolean;
}

/** The remaining changes. @throws SchemaRefused if they would lose stored values without permission */
async function planChanges(
  { client }: MigrationConnection,
  schema: Schema,
  { tableChanges, convertText, allowDataLoss = [] }: ApplyOptions,
  before: Checked = new Map(),
): Promise<Planned> {
  const left = await deferredStepsOf(client);
  const allowed = allowedBefore(left);
  const hasOlderProcesses = await areOthersRunning(client, schema.hash);
  // A column that is converted follows all writes, and refuses those that would lose a value.
  const known = new Map([...before].filter(([, { records }]) => records > 0 || !hasOlderProcesses));
  const { catalog, checked } = await checkContent(client, { schema, catalog: await readCatalog(client), convertText, known });
  const changes = tableChanges(schema, catalog, { hasOlderProcesses });
  refuseLoss(lossOf(changes, allowDataLoss).filter(({ sql }) => !allowed.has(sql)));
  const isToFinish = left.some(isUnfinished);
  const mustPrepare = isToFinish || changes.some(({ onlineSteps }) => onlineSteps !== undefined);
  return { changes, catalog, checked, hasOlderProcesses, isUnfinished: isToFinish, mustPrepare };
}

/** Search is fast with pg_trgm and correct without it, so a server without it is accepted. */
async function makeTrigrams(client: pg.PoolClient): Promise<void> {
  await client.query("create extension if not exists pg_trgm").catch(() => undefined);
}
