/** `cms.removals`: records that readers no longer see, while references to them are cleared. */
import type { Database } from "../database.ts";

/** The next records of one entity to delete. */
export interface RemovedRecords {
  readonly entity: string;
  readonly ids: readonly string[];
}

export type RemovalTable = ReturnType<typeof createRemovalTable>;

/** Reads and writes removals, in the current transaction if there is one. */
export function createRemovalTable({ run, one }: Pick<Database, "run" | "one">) {
  return {
    /** Whether any may be left. */
    async isRemoving(): Promise<boolean> {
      return (await one<{ is: boolean }>(IS_REMOVING))?.is ?? false;
    },

    /**
     * The next records of a deletion that no other process works on: those furthest from the deleted record come first. The deletion is
     * locked until the transaction ends.
     */
    async take(): Promise<RemovedRecords | null> {
      const held = await one<{ root: string }>(HOLD);
      return held && one<{ entity: string; ids: string[] }>(NEXT, [held.root]);
    },

    async done({ ids }: RemovedRecords): Promise<void> {
      await run(DONE, [ids]);
    },

    /** If the table of an entity was dropped, its records no longer exist. @returns whether it was */
    forgetDropped: async (entity: string): Promise<boolean> => (await run(FORGET_DROPPED, [entity])).length > 0,

    /** Restores the normal conditions of reads, unless more is left. */
    async stop(): Promise<void> {
      await run(STOP);
    },

    /** The number of remaining records, by entity. */
    left: (): Promise<{ entity: string; records: number }[]> => run<{ entity: string; records: number }>(LEFT),
  };
}

const IS_REMOVING = { name: "removals-any", text: "select cms.is_removing() as is" };
/** Any deletion, so that one that fails does not block the others. */
const HOLD = {
  name: "removals-hold",
  text: "select root from (select root from cms.removals where id = root order by random()) r join cms.removals using (root) where id = root limit 1 for update of removals skip locked",
};
const NEXT = {
  name: "removals-next",
  text: `with next as (select id, entity, level from cms.removals where root = $1 order by level desc limit 250)
    select entity, array_agg(id::text) as ids from next group by entity, level order by level desc limit 1`,
};
const DONE = { name: "removals-done", text: "delete from cms.removals where id = any($1::uuid[])" };
const FORGET_DROPPED = {
  name: "removals-forget-dropped",
  text: "delete from cms.removals where entity = $1 and to_regclass(format('content.%I', $1)) is null returning id",
};
const STOP = { name: "removals-stop", text: "select cms.stop_removing()::text" };
const LEFT = { name: "removals-left", text: "select entity, count(*)::int as records from cms.removals group by entity" };
