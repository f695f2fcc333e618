import type { Schema, TableChange } from "@colophon/engine";
import type pg from "pg";
import type { ApplyOptions } from "./apply-schema.ts";
import { readCatalog } from "./catalog.ts";
import { previewContent } from "./check-content.ts";
import { withClient } from "../connections/connection.ts";
import { estimate, readSizes } from "./estimate.ts";
import type { Estimate } from "./estimate.ts";
import { pendingMigrations } from "./migrate.ts";
import { areOthersRunning, isHeldByOthers, schemaStateOf } from "../tables/schema-state.ts";

/** `estimate` is null if the change affects no rows. */
export type PlannedChange = TableChange & { readonly estimate: Estimate | null };

/** The differences between the database and a configuration. */
export interface SchemaPlan {
  /** The migrations of this release that are not applied yet. */
  readonly migrations: readonly string[];
  /**
   * `fits`: the tables have this configuration. `differs`: it is still to be applied. `older`: processes run a newer
   * one. A start with this configuration then changes nothing.
   */
  readonly state: "fits" | "differs" | "older";
  /** The steps for applying it, in their order. */
  readonly changes: readonly PlannedChange[];
  /** Whether processes with an older configuration run. Steps that remove what these processes need wait until they end. */
  readonly hasOlderProcesses: boolean;
}

/** The changes that `applySchema` would make, without making them. */
export function planSchema(
  database: { readonly pool: pg.Pool },
  schema: Schema,
  { tableChanges, convertText }: ApplyOptions,
): Promise<SchemaPlan> {
  return withClient(database.pool, async (client) => {
    const migrations = await pendingMigrations(client);
    const state = await schemaStateOf(client, schema.hash);
    if (state.current === schema.hash) return { migrations, state: "fits", changes: [], hasOlderProcesses: false };
    const stored = { ...(await readCatalog(client)), trigram: await canMakeTrigrams(client) };
    const catalog = await previewContent(client, { schema, catalog: stored, convertText });
    const hasOlderProcesses = state.current !== null && (await areOthersRunning(client, schema.hash));
    const sizes = await readSizes(client);
    const changes = tableChanges(schema, catalog, { hasOlderProcesses }).map((change) => ({
      ...change,
      estimate: estimate(change, catalog, sizes),
    }));
    const isOlder = state.current !== null && state.wasApplied && (await isHeldByOthers(client, state.current));
    return { migrations, state: isOlder ? "older" : "differs", changes, hasOlderProcesses };
  });
}

/** Applying installs the extension if the server has it. */
async function canMakeTrigrams(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query("select from pg_available_extensions where name = 'pg_trgm'");
  return rows.length > 0;
}
