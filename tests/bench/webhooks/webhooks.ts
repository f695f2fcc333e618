import { fork } from "node:child_process";
import { join } from "node:path";
import { LOCKS } from "@colophon/database";
import { freePort } from "colophon/stack/processes/free-port.ts";
import pg from "pg";
import { eventually } from "../../support/eventually.ts";
import type { Measured } from "../measure.ts";
import { measurementsOf } from "../measurements.ts";
import { measureOption, type Option } from "../option-cost.ts";
import { usedBy } from "../processor-time.ts";
import { pidsOf, runSql, startSite } from "../site.ts";
import type { Measurement, Suite, SuiteOptions } from "../suite.ts";

const EVENTS = 5_000;
/** On two cores. */
const GOAL_PER_SECOND = 500;
const NEW_ARTICLES = `
  insert into content.article (id, created_at, updated_at, published_at, title, body)
  select gen_random_uuid(), now(), now(), now(), 'Article ' || n, repeat('text ', 200) from generate_series(1, ${EVENTS}) n`;
const DELIVERED = "select count(*)::int as n from cms.webhook_deliveries where state = 'delivered'";

/** The changes of the first articles are not delivered: thousands of messages that nothing measures. */
const FORGET = ["delete from cms.events", "update cms.webhook_deliveries set state = 'dropped', job_id = null where state = 'pending'"];
const HAS_JOBS = "select from cms.outbox limit 1";

export const webhooks: Suite = {
  name: "webhooks",
  shows: "the processor time of writes with a webhook, and how many events a second are delivered to a server that answers at once",
  isExtra: true,
  async *run(options) {
    const port = await freePort();
    const receiver = fork(join(import.meta.dirname, "receiver.process.ts"), { env: { ...process.env, PORT: String(port) } });
    const variables = { WEBHOOK_URL: `http://127.0.0.1:${port}/` };
    try {
      yield* measureOption(webhookOf(variables), options);
      yield* measureDeliveries(variables, options);
    } finally {
      receiver.disconnect();
    }
  },
};

/** The worker waits while writes are measured: what it and its statements need for an event is in the row of the deliveries. */
function webhookOf(variables: Readonly<Record<string, string>>): Option {
  const holders = new Map<string, pg.Client>();
  return {
    name: "a webhook",
    configs: { with: "webhooks/with-webhook.config.ts", without: "webhooks/without-webhook.config.ts" },
    variables,
    async begin({ stack: { databaseUrl } }) {
      const holder = new pg.Client({ connectionString: databaseUrl });
      await holder.connect();
      holders.set(databaseUrl, holder);
      await holder.query(`select pg_advisory_lock(${LOCKS.events.number})`);
      const isForgotten = async () => {
        for (const text of FORGET) await holder.query(text);
        return (await holder.query(HAS_JOBS)).rowCount === 0;
      };
      await eventually(isForgotten, { what: "nothing is left to deliver", everyMs: 200 });
    },
    end: async ({ stack: { databaseUrl } }) => holders.get(databaseUrl)?.end(),
  };
}

/** All records of a round are created by one statement, so the time is that of the deliveries alone. */
async function* measureDeliveries(variables: Readonly<Record<string, string>>, { rounds }: SuiteOptions): AsyncGenerator<Measurement> {
  const { stack, stop } = await startSite("webhooks/webhooks.config.ts", variables);
  const delivered = async (): Promise<number> => (await runSql<{ n: number }>(stack.databaseUrl, [DELIVERED]))[0]?.n ?? 0;
  try {
    const measured: Measured[] = [];
    while (measured.length < rounds) {
      const used = usedBy(pidsOf(stack, ["webhook-worker", "postgres", "redis"]));
      const wanted = (measured.length + 1) * EVENTS;
      const began = performance.now();
      await runSql(stack.databaseUrl, [NEW_ARTICLES]);
      const all = async () => (await delivered()) === wanted;
      await eventually(all, { what: "all events are delivered", everyMs: 100, limitMs: 600_000 });
      const perSecond = (EVENTS * 1_000) / (performance.now() - began);
      measured.push({ perSecond, times: {}, failed: 0, cpuMicros: used.microsOfOne(EVENTS) });
    }
    yield* measurementsOf(`${EVENTS.toLocaleString("en")} events`, { Colophon: measured }, { goals: { perSecond: GOAL_PER_SECOND } });
  } finally {
    await stop();
  }
}
