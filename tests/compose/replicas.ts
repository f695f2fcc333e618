import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { eventually } from "../support/eventually.ts";
import type { Docker } from "./docker.ts";
import type { Editor } from "./editor.ts";
import { failuresOf, startLoad, type Kind } from "./load.ts";

/** The number of replicas of each service. */
export const REPLICAS = { content: 2, auth: 2, search: 2, asset: 3, "asset-worker": 3, "email-worker": 2, "webhook-worker": 2 };

/** So many requests must be answered while processes restart. */
const MIN_ANSWERED = 20;

/** Finds the replicas of a service, runs scripts inside them, and reads their logs. */
export type Replicas = Pick<Docker, "containersOf" | "evaluate" | "logs">;

const METRICS = "fetch('http://127.0.0.1:8080/metrics').then((r) => r.text()).then(console.log)";

/** The number of requests that a process has answered since its start, according to its metrics. */
function answeredIn(metrics: string): number {
  const counts = metrics.matchAll(/^http_request_duration_seconds_count\{.*\} (\d+)$/gm);
  return [...counts].reduce((sum, [, count]) => sum + Number(count), 0);
}

/** Checks that the gateway finds all replicas of the asset service, and that no request fails meanwhile. */
export async function checkAllReplicasServe({ containersOf, evaluate, logs }: Replicas, kinds: readonly Kind[]): Promise<void> {
  const containers = await containersOf("asset");
  assert.equal(containers.length, REPLICAS.asset);
  const counts = () => Promise.all(containers.map(async (container) => answeredIn(await evaluate(container, METRICS))));
  const before = await counts();
  const load = startLoad(kinds);
  const giveUpAt = Date.now() + 180_000; // the gateway keeps a connection for 30 s
  let served: boolean[];
  do {
    await sleep(1000);
    served = (await counts()).map((count, index) => count > (before[index] ?? 0) + 5);
  } while (!served.every(Boolean) && Date.now() < giveUpAt);
  assert.deepEqual(await failuresOf(load, logs), []);
  assert(served.every(Boolean), `served: ${served.join(", ")}`);
}

/** Checks that several workers make derivatives if many are requested at once. */
export async function checkWorkersShare({ containersOf, evaluate }: Replicas, editor: Editor): Promise<void> {
  const picture = await editor.upload();
  const ask = (width: number): Promise<Response> => editor.get(`${picture.url}?w=${width}&format=webp`);
  for (const first of [40, 240, 440]) {
    const answers = await Promise.all([0, 20, 40, 60, 80, 100].map((more) => ask(first + more)));
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
  }
  const workers = await containersOf("asset-worker");
  const made = await Promise.all(workers.map(async (worker) => /^derivatives_total.* [1-9]/m.test(await evaluate(worker, METRICS))));
  assert(made.filter(Boolean).length >= 2, `workers that made a derivative: ${made.join(", ")}`);
}

/** Kills one asset service under load. Clients repeat requests whose answer is incomplete; no other request may fail. */
export async function killUnderLoad({ docker, containersOf, untilHealthy, logs }: Docker, kinds: readonly Kind[]): Promise<void> {
  const [victim = ""] = await containersOf("asset");
  const load = startLoad(kinds, { mayRepeat: true });
  await sleep(1000);
  await docker("kill", victim);
  await sleep(5000);
  const failures = await failuresOf(load, logs);
  await docker("start", victim);
  await untilHealthy(victim);
  assert.deepEqual(failures, []);
}

/** Restarts the replicas of a service one after the other under load; no request may fail. */
export async function restartUnderLoad(
  { docker, containersOf, untilHealthy, logs }: Docker,
  service: string,
  kinds: readonly Kind[],
): Promise<void> {
  const load = startLoad(kinds);
  for (const container of await containersOf(service)) {
    await docker("restart", "--time", "30", container);
    await untilHealthy(container);
  }
  await eventually(() => load.answered() > MIN_ANSWERED);
  assert.deepEqual(await failuresOf(load, logs), []);
}

/** Restarts the gateway under load. It has one replica, so clients repeat requests without an answer, as a load balancer does. */
export async function restartGateway({ compose, containersOf, untilHealthy, logs }: Docker, kinds: readonly Kind[]): Promise<void> {
  const load = startLoad(kinds, { mayRepeat: true });
  await compose("restart", "gateway");
  const [container = ""] = await containersOf("gateway");
  await untilHealthy(container);
  const before = load.answered();
  await eventually(() => load.answered() > before + MIN_ANSWERED);
  assert.deepEqual(await failuresOf(load, logs), []);
}
