import { setTimeout as sleep } from "node:timers/promises";
import { bind, removalSteps, type Schema, type Statement } from "@colophon/engine";
import { AS_SYSTEM } from "./audit/setting.ts";
import type { Database } from "./database.ts";
import { isForeignKeyViolation } from "./errors/errors.ts";
import { createRemovalTable } from "./tables/removals.ts";

/** Another process works on it. */
const PAUSE_MS = 100;

export interface RemovalsOptions {
  readonly schema: Schema;
  readonly database: Database;
  /** Called with the number of cleared references to an entity. */
  readonly onCleared?: ((entity: string, references: number) => void) | undefined;
}

export type Removals = ReturnType<typeof createRemovals>;

/**
 * Removes records with many references; readers don't see them any more. Each step is a transaction, so nothing is lost if a process ends,
 * and locks its deletion, so processes share the work without repeating it.
 */
export function createRemovals({ schema, database, onCleared = () => undefined }: RemovalsOptions) {
  const table = createRemovalTable(database);

  async function run(statement: Statement, ids: readonly string[]): Promise<number> {
    const values = bind(statement, { principal: { kind: "system" }, now: new Date(0), values: { ids } });
    return (await database.one<{ done: number }>(statement, values))?.done ?? 0;
  }

  /** @returns whether anything was done */
  async function step(): Promise<boolean> {
    const next = await table.take();
    if (!next) return false;
    const steps = removalSteps(schema, next.entity);
    if (!steps) return table.forgetDropped(next.entity); // or another configuration has it
    if (schema.config.audit) await database.run(AS_SYSTEM);
    for (const clear of steps.clears) {
      const references = await run(clear, next.ids);
      if (references === 0) continue;
      await database.afterCommit(async () => onCleared(next.entity, references));
      return true;
    }
    await run(steps.removes, next.ids);
    await table.done(next);
    return true;
  }

  /** Does one batch of the remaining work. @returns whether more may be left for this process */
  async function next(): Promise<boolean> {
    if (!(await table.isRemoving())) return false;
    try {
      if (await database.transaction(step)) return true;
    } catch (error) {
      if (isForeignKeyViolation(error)) return false; // a record of another deletion still refers to it, and is removed first
      throw error;
    }
    await table.stop();
    return false;
  }

  return {
    next,

    /** Processes all remaining removals, concurrently with other processes. */
    async finish(): Promise<void> {
      while (await table.isRemoving()) if (!(await next())) await sleep(PAUSE_MS);
    },

    /** The number of remaining records, by entity. */
    left: table.left,
  };
}
