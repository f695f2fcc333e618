import { randomBytes } from "node:crypto";
import { freePort } from "colophon/stack/processes/free-port.ts";
import { hasCaches, startPurge, startVarnish } from "../../caching/caches.ts";
import { eventually } from "../../support/eventually.ts";
import { figureOf } from "../results/quantities.ts";
import { headersAs, startSite } from "../site.ts";
import type { Measurement, Suite } from "../suite.ts";

const CHANGES = 20;
const GOAL_MS = 1_000;

export const caching: Suite = {
  name: "caching",
  shows: "how long a publication takes until Varnish shows it, whose answers a webhook removes by tag",
  isExtra: true,
  async *run() {
    if (!hasCaches) console.log("no Varnish or no nginx: caching is left out");
    for (const processes of hasCaches ? ["one", "separate"] : []) yield await measurePurges(processes);
  },
};

/** @param processes - `one` for all services, or `separate` ones. */
async function measurePurges(processes: string): Promise<Measurement> {
  const [port, secret] = [await freePort(), randomBytes(32).toString("base64")];
  const variables = { PROCESSES: processes, PURGE_URL: `http://127.0.0.1:${port}`, PURGE_SECRET: secret };
  const { stack, stop } = await startSite("../caching/caching.config.ts", variables);
  const varnish = await startVarnish(stack.url);
  const purge = await startPurge({ port, secret, varnishUrl: varnish.url });
  try {
    const headers = await headersAs("admin", stack.databaseUrl);
    const send = async (method: string, path: string, title: string) =>
      articleIn(await fetch(`${stack.url}${path}`, { method, headers, body: JSON.stringify({ title }) }));
    const path = `/api/article/${(await send("POST", "/api/article", "Change 0")).id}`;
    const shownTitle = async () => (await articleIn(await fetch(`${varnish.url}${path}`))).title;
    const delays: number[] = [];
    while (delays.length < CHANGES) {
      await shownTitle(); // Varnish stores this answer
      const title = `Change ${delays.length + 1}`;
      await send("PUT", path, title);
      const began = performance.now();
      await eventually(async () => (await shownTitle()) === title, { what: `Varnish shows ${title}`, everyMs: 5 });
      delays.push(performance.now() - began);
    }
    return {
      workload: "from the answer to a publication until Varnish shows it",
      subject: `PROCESSES=${processes}`,
      figures: { p50Ms: figureOf(delays), slowestMs: figureOf([Math.max(...delays)], GOAL_MS) },
    };
  } finally {
    await purge.stop();
    await varnish.stop();
    await stop();
  }
}

async function articleIn(answer: Response): Promise<{ readonly id: string; readonly title: string }> {
  const { data } = (await answer.json()) as { readonly data: { readonly id: string; readonly title: string } };
  return data;
}
