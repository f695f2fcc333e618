/** `cms.webhooks`: the state of each webhook. Times are the caller's. */
import type { Database, Row } from "../../database.ts";

export interface WebhookState {
  readonly name: string;
  /** Since the last success. */
  readonly failures: number;
  readonly disabledAt: Date | null;
}

/** With this many failures in a row, a webhook gets a probe a minute instead of its deliveries. */
export const PAUSED_AFTER = 20;
const PROBE_EVERY = "1 minute";

export type WebhookTable = ReturnType<typeof createWebhookTable>;

/** Reads and writes the states of webhooks, in the current transaction if there is one. A webhook without a row has no failures. */
export function createWebhookTable({ run, one }: Pick<Database, "run" | "one">) {
  return {
    all: (): Promise<WebhookState[]> => run<WebhookState & Row>(ALL),

    async succeeded(name: string): Promise<void> {
      await run(SUCCEEDED, [name]);
    },

    /** @returns the number of failures in a row */
    failed: async (name: string): Promise<number> => (await one<{ failures: number }>(FAILED, [name]))?.failures ?? 0,

    async disable(name: string, at: Date): Promise<void> {
      await run(DISABLE, [name, at]);
    },

    async enable(name: string): Promise<void> {
      await run(ENABLE, [name]);
    },

    /** Takes the next probe of a paused webhook. @returns false if it is not due yet, or another process has taken it */
    takeProbe: async (name: string, at: Date): Promise<boolean> => (await run(TAKE_PROBE, [name, at])).length > 0,
  };
}

const ALL = { name: "webhooks-all", text: `select name, failures, disabled_at as "disabledAt" from cms.webhooks` };
const SUCCEEDED = {
  name: "webhooks-succeeded",
  text: "update cms.webhooks set failures = 0, probe_at = null where name = $1 and failures > 0",
};
const FAILED = {
  name: "webhooks-failed",
  text: `insert into cms.webhooks as w (name, failures) values ($1, 1)
    on conflict (name) do update set failures = w.failures + 1 returning failures`,
};
const DISABLE = {
  name: "webhooks-disable",
  text: `insert into cms.webhooks (name, disabled_at) values ($1, $2) on conflict (name) do update set disabled_at = excluded.disabled_at`,
};
const ENABLE = {
  name: "webhooks-enable",
  text: "update cms.webhooks set disabled_at = null, failures = 0, probe_at = null where name = $1",
};
const TAKE_PROBE = {
  name: "webhooks-take-probe",
  text: `update cms.webhooks set probe_at = $2::timestamptz + interval '${PROBE_EVERY}'
    where name = $1 and failures >= ${PAUSED_AFTER} and disabled_at is null and (probe_at is null or probe_at <= $2) returning name`,
};
