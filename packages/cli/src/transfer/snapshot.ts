import type { Database } from "@colophon/database";
import { withClient } from "@colophon/database";
import type pg from "pg";

/** Runs `work` on a snapshot of the database, whatever is written meanwhile. */
export function inSnapshot<T>({ pool }: Pick<Database, "pool">, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  return withClient(pool, async (client) => {
    await client.query("begin isolation level repeatable read read only");
    try {
      return await work(client);
    } finally {
      await client.query("rollback").catch(() => undefined);
    }
  });
}
