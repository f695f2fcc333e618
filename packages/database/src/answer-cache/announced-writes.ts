import pg from "pg";
import type { QueryConfig } from "pg";
import { isBroken, queryOn, withClient, type Pool } from "../connections/connection.ts";
import { backendOf } from "../connections/pg-internals.ts";
import { repeating } from "../transactions/repeat.ts";
import type { AnswerMarks, Suspension } from "./suspension.ts";

type Settle = () => Promise<void>;

/** A savepoint's writes have a later transaction number than the transaction itself, as those of others may have: too many are harmless. */
const WRITTEN = {
  name: "answers-written",
  text: `select array(select distinct entity from cms.entity_stamps
    where age(xmin) <= age(pg_current_xact_id_if_assigned()::xid)) as entities`,
};
const FAILED_TRANSACTION = "25P02";
const MAX_ATTEMPTS = 5;

/** Tells gateways which entities a write changes, before it is committed. */
export function createAnnouncedWrites({ marks, suspension }: { readonly marks: AnswerMarks; readonly suspension: Suspension }) {
  async function entitiesOf(client: pg.ClientBase): Promise<readonly string[]> {
    try {
      return (await queryOn<{ entities: string[] }>(client, WRITTEN)).rows[0]?.entities ?? [];
    } catch (error) {
      if (error instanceof pg.DatabaseError && error.code === FAILED_TRANSACTION) return []; // its commit changes nothing
      throw error;
    }
  }

  const ended = async (client: pg.ClientBase, settle: Settle): Promise<void> => {
    if (!isBroken(client)) await settle();
  };

  return {
    /** Runs one statement that changes these entities and commits itself. @returns null if gateways can't be told: it was not sent */
    async alone<R extends pg.QueryResultRow>(pool: Pool, config: QueryConfig, entities: readonly string[]): Promise<R[] | null> {
      return repeating(() =>
        withClient(pool, async (client) => {
          const settle = await marks.mark(backendOf(client), entities);
          if (!settle) return null;
          try {
            return (await queryOn<R>(client, config)).rows;
          } finally {
            await ended(client, settle);
          }
        }),
      );
    },

    /** Marks what the open transaction has changed. @returns what to call after its end, or null if it has changed nothing */
    async beforeCommit(client: pg.ClientBase): Promise<Settle | null> {
      const entities = await entitiesOf(client);
      if (entities.length === 0) return null;
      for (let attempts = 0; attempts < MAX_ATTEMPTS; attempts++) {
        const settle = await marks.mark(backendOf(client), entities);
        if (settle) return settle;
        await suspension.begin();
        if (await suspension.holds(client)) return null;
      }
      throw new Error("gateways could neither be told about a write, nor be kept from using their answers");
    },

    /** Ends a mark, unless the server may still commit: whoever keeps the lease ends it when the connection is gone. */
    ended,

    close: suspension.close,
  };
}

export type AnnouncedWrites = ReturnType<typeof createAnnouncedWrites>;

/** Tables whose rows are in answers. */
const CHANGES =
  /\b(?:insert\s+into|update|delete\s+from|truncate|merge\s+into)\s+(?:only\s+)?"?(?:content"?\.|cms"?\."?(?:users|images|videos|files|api_keys|trash|removals)\b)/i;

interface Text {
  readonly text: string;
}

const known = new WeakMap<Text, boolean>();

/** Whether a statement of this package may change rows that are in answers. */
export function changesContent(statement: Text): boolean {
  const before = known.get(statement);
  if (before !== undefined) return before;
  const changes = CHANGES.test(statement.text);
  known.set(statement, changes);
  return changes;
}
