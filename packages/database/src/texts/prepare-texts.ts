import type { Schema } from "@colophon/engine";
import type pg from "pg";
import { LOCKS, trySessionLock } from "../locks.ts";
import { markBroken, withClient } from "../connections/connection.ts";
import { rebuildIndexes } from "./collation.ts";
import { normalizeTexts } from "./normalize.ts";
import type { Collision } from "./normalize.ts";

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
