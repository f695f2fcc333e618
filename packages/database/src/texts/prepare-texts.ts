import type { Schema } from "@colophon/engine";
import type pg from "pg";
import { LOCKS, trySessionLock } from "../locks.ts";
import { markBroken, withClient } from "../connections/connection.ts";
import { normalizeTexts, type Collision } from "./normalize.ts";
import { findTextState, storeTextState } from "../tables/text-state.ts";
import { MIGRATION_MS } from "../connections/limits.ts";

/** The conversions of stored texts at this start. */
export interface PreparedTexts {
  readonly rebuilt: readonly string[];
  readonly collisions: readonly Collision[];
}

/**
 * Rebuilds indexes of another ICU version, and normalizes the texts of earlier releases to NFC. One process does it; others that start
 * meanwhile continue without it, because only the order of lists and search results depend on it.
 */
export function prepareTexts(pool: pg.Pool, schema: Schema): Promise<PreparedTexts> {
  return withClient(pool, async (client) => {
    const outcome = await trySessionLock(client, LOCKS.texts, async () => {
      try {
        await client.query("set statement_timeout = 0");
        return { rebuilt: await rebuildIndexes(client), collisions: await normalizeTexts(client, schema) };
      } finally {
        await client.query("reset statement_timeout").catch(() => markBroken(client));
      }
    });
    return outcome.taken ? outcome.result : { rebuilt: [], collisions: [] };
  });
}

/**
 * Rebuilds, without blocking writers, the indexes whose order or keys come from ICU, if they were built with another ICU version than the
 * server has now. @returns the indexes that were rebuilt.
 */
async function rebuildIndexes(client: pg.ClientBase): Promise<readonly string[]> {
  const { rows: versions } = await client.query<{ actual: string }>(VERSION);
  const actual = versions[0]?.actual ?? "";
  const made = await findTextState(client, "collation");
  if (made === actual) return [];
  const names = made === null ? [] : (await client.query<{ name: string }>(INDEXES)).rows.map(({ name }) => name);
  for (const name of names)
    await client.query({ text: `reindex index concurrently ${name}`, query_timeout: MIGRATION_MS } as pg.QueryConfig);
  await storeTextState(client, "collation", actual);
  return names;
}

const VERSION = "select coalesce(pg_collation_actual_version(oid), '') as actual from pg_collation where collname = 'und-x-icu'";

const INDEXES = `
  select format('%I.%I', n.nspname, c.relname) as name
  from pg_index x join pg_class c on c.oid = x.indexrelid join pg_namespace n on n.oid = c.relnamespace
  where n.nspname in ('cms', 'content') and (
    (select oid from pg_collation where collname = 'und-x-icu') = any (x.indcollation::oid[])
    or pg_get_indexdef(x.indexrelid) ~ 'cms[.](search_key|search_grams)[(]')
  order by 1`;
