import { fork } from "node:child_process";
import { join } from "node:path";
import { freePort } from "colophon/stack/processes/free-port.ts";
import { eventually } from "../../support/eventually.ts";
import { usedBy } from "../measure.ts";
import { runSql, startSite } from "../site.ts";

const EVENTS = 5_000;
const ROUNDS = 3;
const GOAL_PER_SECOND = 500;
const NEW_ARTICLES = `
  insert into content.article (id, created_at, updated_at, published_at, title, body)
  select gen_random_uuid(), now(), now(), now(), 'Article ' || n, repeat('text ', 200) from generate_series(1, ${EVENTS}) n`;

/**
 * Prints how many events a second are delivered to a receiver on this machine that answers at once, and the CPU time of a delivery. All
 * records of a round are created by one statement, so the time is that of the deliveries alone.
 */
export async function benchWebhooks(): Promise<void> {
  const port = await freePort();
  const receiver = fork(join(import.meta.dirname, "receiver.process.ts"), { env: { ...process.env, PORT: String(port) } });
  const site = await startSite("webhooks/webhooks.config.ts", { WEBHOOK_URL: `http://127.0.0.1:${port}/` });
  const { databaseUrl } = site.stack;
  const pids = Object.fromEntries(site.stack.processes().map(({ name, pid }) => [name, Number(pid)]));
  const processes = { "webhook-worker": pids["webhook-worker"] ?? 0, postgres: pids["postgres"] ?? 0, redis: pids["redis"] ?? 0 };
  const ended = async (): Promise<number> => {
    const rows = await runSql<{ n: number }>(databaseUrl, [
      "select count(*)::int as n from cms.webhook_deliveries where state = 'delivered'",
    ]);
    return rows[0]?.n ?? 0;
  };
  try {
    console.log(`${ROUNDS} rounds of ${EVENTS} events; at least ${GOAL_PER_SECOND} a second on two cores is the goal`);
    for (let round = 1; round <= ROUNDS; round++) {
      const before = usedBy(processes);
      const began = performance.now();
      await runSql(databaseUrl, [NEW_ARTICLES]);
      await eventually(async () => (await ended()) === round * EVENTS, {
        what: "all events are delivered",
        everyMs: 100,
        limitMs: 600_000,
      });
      const perSecond = (EVENTS * 1_000) / (performance.now() - began);
      const after = usedBy(processes);
      const cpu = Object.keys(processes).map(
        (name) => `${name} ${Math.round((((after[name] ?? 0) - (before[name] ?? 0)) * 1_000) / EVENTS)}`,
      );
      console.log(`  ${Math.round(perSecond)} a second; CPU µs a delivery: ${cpu.join(", ")}`);
    }
  } finally {
    receiver.disconnect();
    await site.stop();
  }
}
