import { fork } from "node:child_process";
import { join } from "node:path";
import { freePort } from "colophon/stack/processes/free-port.ts";
import { eventually } from "../../support/eventually.ts";
import type { Measured } from "../measure.ts";
import { measurementsOf } from "../measurements.ts";
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

export const webhooks: Suite = {
  name: "webhooks",
  shows: "how many events a second are delivered to a server on this machine that answers at once",
  isExtra: true,
  run: measureWebhooks,
};

/** All records of a round are created by one statement, so the time is that of the deliveries alone. */
async function* measureWebhooks({ rounds }: SuiteOptions): AsyncGenerator<Measurement> {
  const port = await freePort();
  const receiver = fork(join(import.meta.dirname, "receiver.process.ts"), { env: { ...process.env, PORT: String(port) } });
  const { stack, stop } = await startSite("webhooks/webhooks.config.ts", { WEBHOOK_URL: `http://127.0.0.1:${port}/` });
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
    receiver.disconnect();
    await stop();
  }
}
