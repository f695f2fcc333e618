/** `cms.events`: committed changes that webhooks are told about, until they are divided into deliveries. */
import { LOCKS } from "../../locks.ts";
import type { Database, Row } from "../../database.ts";

export interface StoredEvent {
  /** Greater for a later change of the same record. A decimal number. */
  readonly id: string;
  readonly event: string;
  readonly entity: string;
  readonly recordId: string;
  readonly version: number;
  readonly locale: string | null;
  readonly at: Date;
}

export function createEventTable({ run, one }: Pick<Database, "run" | "one">) {
  return {
    /** Whether this process may divide events now: one at a time does, until its transaction ends. */
    hold: async (): Promise<boolean> => (await one<{ held: boolean }>(HOLD))?.held ?? false,

    /** The oldest events. Those of one record are complete up to the last one. */
    next: (limit: number): Promise<StoredEvent[]> => run<StoredEvent & Row>(NEXT, [limit]),

    async remove(ids: readonly string[]): Promise<void> {
      await run(REMOVE, [ids]);
    },
  };
}

const HOLD = { name: "events-hold", text: `select pg_try_advisory_xact_lock(${LOCKS.events.number}) as held` };
const NEXT = {
  name: "events-next",
  text: `select id::text, event, entity, record_id as "recordId", version, locale, at from cms.events order by events.id limit $1`,
};
const REMOVE = { name: "events-remove", text: "delete from cms.events where id = any($1::bigint[])" };
