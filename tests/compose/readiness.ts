import { eventually } from "../support/eventually.ts";
import type { Docker } from "./docker.ts";

const ASKED_ON = { gateway: 9090, content: 8080, auth: 8080, search: 8080, asset: 8080, "asset-worker": 8080, "email-worker": 8080 };
/** Kubernetes waits 3 s for a probe, and repeats it: of a few answers one is in time, even on a busy machine. */
const LIMIT_MS = 3_000;

/** Redis accepts connections and sends nothing; each process still reports that it is ready, within the time of a probe. */
export async function readyWithoutRedis({ docker, containersOf, evaluate, untilHealthy }: Docker): Promise<void> {
  const [redis = ""] = await containersOf("redis");
  await docker("pause", redis);
  try {
    for (const [service, port] of Object.entries(ASKED_ON)) {
      const [container = ""] = await containersOf(service);
      const ask = `fetch('http://127.0.0.1:${port}/readyz', { signal: AbortSignal.timeout(${LIMIT_MS}) })`;
      const answer = async () => (await evaluate(container, `${ask}.then((r) => r.status, String).then(console.log)`)).trim();
      await eventually(answer, { what: `${service} is ready`, accepts: (status) => status === "200" });
    }
  } finally {
    await docker("unpause", redis);
  }
  await untilHealthy(redis); // Docker marks a paused container unhealthy until the next check
}
