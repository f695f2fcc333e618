import { AsyncLocalStorage } from "node:async_hooks";
import type { Database } from "@colophon/database";

interface Unit {
  open: boolean;
  readonly afterCommit: (() => Promise<void>)[];
}

export interface UnitOptions {
  /** Work that waits for a project's hooks runs on the small pool, so that slow hooks can't starve reads. */
  readonly pool?: "hooks";
}

export type Units = ReturnType<typeof createUnits>;

/**
 * Units of work: everything that is written together commits together, and what must wait for the commit does.
 * A unit begun inside another one joins it.
 */
export function createUnits(database: Pick<Database, "transaction">) {
  const current = new AsyncLocalStorage<Unit>();

  async function begin<T>(work: () => Promise<T>, options: UnitOptions): Promise<T> {
    let committed: Unit | undefined;
    const attempt = async () => {
      const unit: Unit = { open: true, afterCommit: [] }; // a repeated attempt starts with nothing to do afterwards
      committed = unit;
      try {
        return await current.run(unit, work);
      } finally {
        unit.open = false;
      }
    };
    const result = await database.transaction(attempt, options);
    for (const task of committed?.afterCommit ?? []) await task();
    return result;
  }

  return {
    /** Runs `work` in a transaction: in the one that is open here, else in one of its own. */
    run<T>(work: () => Promise<T>, options: UnitOptions = {}): Promise<T> {
      const unit = current.getStore();
      if (!unit) return begin(work, options);
      if (!unit.open) throw new Error("this transaction has ended");
      return work();
    },

    isOpen: (): boolean => current.getStore()?.open ?? false,

    /** Keeps `task` until the open transaction has committed (a rollback drops it); without one it runs now. */
    async afterCommit(task: () => Promise<void>): Promise<void> {
      const unit = current.getStore();
      if (!unit) return task();
      if (!unit.open) throw new Error("this transaction has ended");
      unit.afterCommit.push(task);
    },
  };
}
