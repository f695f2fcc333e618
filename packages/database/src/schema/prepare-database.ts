import type pg from "pg";
import type { Schema } from "@colophon/engine";
import { applySchema, type Applied, type ApplyOptions } from "./apply-schema.ts";
import { withClient } from "../connections/connection.ts";
import type { Database } from "../database.ts";
import { migrate } from "./migrate.ts";
import type { Limits } from "../connections/limits.ts";
import { applyRoles, limitSharedRole, mayCreateRoles } from "../roles/apply-roles.ts";
import { prepareTexts } from "../texts/prepare-texts.ts";
import type { PreparedTexts } from "../texts/prepare-texts.ts";
import { SchemaRefused } from "./refusals.ts";
import { untilAvailable } from "./until-available.ts";
import type { Patience } from "./until-available.ts";
import { waitForSchema } from "./wait-for-schema.ts";

/** By default it waits a minute for PostgreSQL. */
export interface PrepareOptions extends ApplyOptions, Patience {
  /** Creates a role for every service, with a password derived from this key. */
  readonly rolesKey?: string | undefined;
  /** The time limits of the services, if they reach the server through a pooler: their roles get them. */
  readonly pooledLimits?: Limits | undefined;
}

export interface Prepared {
  readonly migrations: readonly string[];
  readonly tables: Applied;
  /** Whether the services have their own roles; `refused` if the user of the database may not create them. */
  readonly roles: "made" | "shared" | "refused";
  readonly texts: PreparedTexts;
}

const PATIENCE_MS = 60_000;

/**
 * Prepares the database for this release and this configuration: migrations, entity tables, globals, the first admin.
 * Processes may run it concurrently: one works, the others wait and find nothing left to do. While PostgreSQL can't be reached, it is
 * retried for a minute. @throws SchemaRefused with sentences for the person who started it, or DatabaseAway.
 */
export async function prepareDatabase(
  database: Database,
  schema: Schema,
  { patienceMs = PATIENCE_MS, ...options }: PrepareOptions,
): Promise<Prepared> {
  return untilAvailable(database, () => prepareOnce(database, schema, options), { ...options, patienceMs });
}

async function prepareOnce(database: Database, schema: Schema, options: PrepareOptions): Promise<Prepared> {
  if (!(await withClient(database.pool, mayChangeTables))) {
    await waitForSchema(database, schema.hash, options);
    return { migrations: [], tables: { state: "unchanged", changes: [] }, roles: "shared", texts: { rebuilt: [], collisions: [] } };
  }
  await withClient(database.pool, requireIcu);
  const way = await wayOfRoles(database, options.rolesKey);
  if (way !== "made" && options.pooledLimits) await limitSharedRole(database.pool, options.pooledLimits); // its own statements need them
  const migrations = await migrate(database.pool, options);
  const tables = await applySchema(database, schema, options);
  if (way === "made") await applyRoles(database.pool, options.rolesKey ?? "", options.pooledLimits); // before the texts, which may take long: services can already use the tables
  const texts = await prepareTexts(database.pool, schema);
  return { migrations, tables, roles: way, texts };
}

/** A service with its own role owns no table: it waits for the migration. */
async function mayChangeTables(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ may: boolean }>(
    `select coalesce((select pg_has_role(nspowner, 'usage') from pg_namespace where nspname = 'cms'),
                     has_database_privilege(current_database(), 'create')) as may`,
  );
  return rows[0]?.may ?? false;
}

async function wayOfRoles(database: Database, key: string | undefined): Promise<Prepared["roles"]> {
  if (key === undefined) return "shared";
  return (await withClient(database.pool, mayCreateRoles)) ? "made" : "refused";
}

/** The results, in sentences for the person who started it. */
export function sentencesOf({ migrations, tables, roles, texts }: Prepared): string[] {
  return [sayMigrations(migrations), ...sayTables(tables), ...SAY_ROLES[roles], ...sentencesOfTexts(texts)];
}

/** The changes of stored texts, in sentences; none if there were none. */
export function sentencesOfTexts({ rebuilt, collisions }: PreparedTexts): string[] {
  const left = collisions.map(
    ({ table, id }) => `${table}, ${id}: its text in NFC would equal another record's unique text, so it is not changed.`,
  );
  return [...(rebuilt.length > 0 ? [`The server's ICU has changed. Indexes rebuilt: ${rebuilt.join(", ")}.`] : []), ...left];
}

const SAY_ROLES: Record<Prepared["roles"], readonly string[]> = {
  made: ["Each service has its own PostgreSQL role."],
  shared: [],
  refused: [
    "This PostgreSQL user may not create roles. All services share this user, so an attacker who controls one service can change all data.",
  ],
};

function sayMigrations(names: readonly string[]): string {
  if (names.length === 0) return "All migrations are already applied.";
  return `Migrations applied: ${names.join(", ")}.`;
}

function sayTables({ state, changes, admin }: Applied): string[] {
  const configPaths = [...new Set(changes.map(({ configPath }) => configPath))];
  const sentences = {
    unchanged: "The tables match the configuration. Nothing was changed.",
    applied: `The tables now match the configuration. Changed: ${configPaths.join(", ") || "nothing"}.`,
    older: "A newer configuration is running. The tables don't change, and this configuration can use them.",
  };
  return [sentences[state], ...(admin === undefined ? [] : [`${admin} is the first admin.`])];
}

/** @throws SchemaRefused if PostgreSQL was built without ICU. */
async function requireIcu(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query("select from pg_collation where collname = 'und-x-icu'");
  if (rows.length > 0) return;
  throw new SchemaRefused("This PostgreSQL was built without ICU, which is required to sort and compare texts.", [
    "Use a PostgreSQL with ICU, such as the official images and packages",
  ]);
}
