/** `cms.webhook_deliveries` as admins see it. */
import type { DeliveryState } from "@colophon/model";
import type { Database, Row } from "../../database.ts";
import { DELIVERY_ROW, type AttemptResult, type NewDelivery } from "./deliveries.ts";

export interface StoredDelivery extends NewDelivery, Partial<AttemptResult> {
  readonly state: DeliveryState;
  readonly attempts: number;
  readonly lastAt: Date | null;
  readonly nextAt: Date | null;
}

export interface DeliveriesPage {
  /** Null for all. */
  readonly state: DeliveryState | null;
  readonly limit: number;
  readonly offset: number;
}

export function createDeliveryList({ run, one }: Pick<Database, "run" | "one">) {
  return {
    /** Newest first. */
    list: (webhook: string, { state, limit, offset }: DeliveriesPage): Promise<StoredDelivery[]> =>
      run<StoredDelivery & Row>(LIST, [webhook, state, limit, offset]),

    count: async (webhook: string, state: DeliveryState | null): Promise<number> =>
      (await one<{ total: number }>(COUNT, [webhook, state]))?.total ?? 0,

    find: (webhook: string, id: string): Promise<StoredDelivery | null> => one<StoredDelivery & Row>(FIND, [webhook, id]),

    /** Makes an ended delivery pending again, with new attempts. @returns false if it has not ended */
    restart: async (id: string): Promise<boolean> => (await run(RESTART, [id])).length > 0,

    /** The number of pending and failed deliveries of each webhook. */
    counts: (): Promise<{ webhook: string; pending: number; failed: number }[]> =>
      run<{ webhook: string; pending: number; failed: number }>(COUNTS),
  };
}

const STORED = `${DELIVERY_ROW}, d.state, d.last_at as "lastAt", d.next_at as "nextAt", d.status, d.answer, d.error, d.duration_ms as "durationMs"`;
const LIST = {
  name: "deliveries-list",
  text: `select ${STORED} from cms.webhook_deliveries d where d.webhook = $1 and ($2::text is null or d.state = $2)
    order by d.at desc, d.id desc limit $3 offset $4`,
};
const COUNT = {
  name: "deliveries-count",
  text: "select count(*)::int as total from cms.webhook_deliveries where webhook = $1 and ($2::text is null or state = $2)",
};
const FIND = { name: "deliveries-find", text: `select ${STORED} from cms.webhook_deliveries d where d.webhook = $1 and d.id = $2` };
const RESTART = {
  name: "deliveries-restart",
  text: `update cms.webhook_deliveries set state = 'pending', attempts = 0, first_at = null, next_at = null, ended_at = null, job_id = null
    where id = $1 and state <> 'pending' returning id`,
};
const COUNTS = {
  name: "deliveries-counts",
  text: `select webhook, count(*) filter (where state = 'pending')::int as pending, count(*) filter (where state = 'failed')::int as failed
    from cms.webhook_deliveries group by webhook`,
};
