import type { Schema, TableChange } from "@colophon/engine";
import type pg from "pg";
import type { ApplyOptions } from "./apply-schema.ts";
import { readCatalog } from "./catalog.ts";
import { withClient } from "../connections/connection.ts";
import { estimate, readSizes } from "./estimate.ts";
import type { Estimate } from "./estimate.ts";
import { pendingMigrations } from "./migrate.ts";
import { areOthersRunning, isHeldByOthers, standingOf } from "../tables/schema-state.ts";

/** `estimate` is null where the change meets no rows. */
export type PlannedChange = TableChange & { readonly estimate: Estimate | null };

/** The differences between the database and a configuration. */
export interface SchemaPlan {
  /** The migrations of this release that are still to be applied. */
  readonly migrations: readonly string[];
  /**
   * `fits`: the tables have this configuration. `differs`: it is still to be applied. `older`: processes run a newer
   * one. A start with this configuration then changes nothing.
   */
  readonly state: "fits" | "differs" | "older";
  /** The steps that applying it would take, in their order. */
  readonly changes: readonly PlannedChange[];
  /** Whether processes with an older configuration run. Steps that remove what these processes need wait until they end. */
  readonly besideOlder: boolean;
}

/** What `applySchema` would do, without doing any of it. */
export function planSchema(database: { readonly pool: pg.Pool }, schema: Schema, { tableChanges }: ApplyOptions): Promise<SchemaPlan> {
  return withClient(database.pool, async (client) => {
    const migrations = await pendingMigrations(client);
    const standing = await standingOf(client, schema.hash);
    if (standing.current === schema.hash) return { migrations, state: "fits", changes: [], besideOlder: false };
    const catalog = { ...(await readCatalog(client)), trigram: await canMakeTrigrams(client) };
    const besideOlder = standing.current !== null && (await areOthersRunning(client, schema.hash));
    const sizes = await readSizes(client);
    const changes = tableChanges(schema, catalog, { besideOlder }).map((change) => ({
      ...change,
      estimate: estimate(change, catalog, sizes),
    }));
    const isOlder = standing.current !== null && standing.wasApplied && (await isHeldByOthers(client, standing.current));
    return { migrations, state: isOlder ? "older" : "differs", changes, besideOlder };
  });
}

/** Applying makes the extension where the server has it. */
async function canMakeTrigrams(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query("select from pg_available_extensions where name = 'pg_trgm'");
  return rows.length > 0;
}
