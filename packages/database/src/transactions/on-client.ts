import type pg from "pg";
import { markBroken } from "../connections/connection.ts";

/** One transaction on a client that the caller already has, for a start or a command: committed when `work` resolves. */
export async function transactionOn<T>(client: pg.ClientBase, work: () => Promise<T>): Promise<T> {
  await client.query("begin");
  try {
    const result = await work();
    await client.query("commit");
    return result;
  } catch (error) {
    await client.query("rollback").catch(() => markBroken(client));
    throw error;
  }
}
