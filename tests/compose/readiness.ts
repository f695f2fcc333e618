import assert from "node:assert/strict";
import type { Docker } from "./docker.ts";

const ASKED_ON = { gateway: 9090, content: 8080, auth: 8080, search: 8080, asset: 8080, "asset-worker": 8080, "email-worker": 8080 };
/** As long as Kubernetes waits for a probe. */
const LIMIT_MS = 3_000;

/** Redis takes connections and says nothing; each process still says that it is ready, within the time of a probe. */
export async function readyWithoutRedis({ docker, containersOf, evaluate, untilHealthy }: Docker): Promise<void> {
  const [redis = ""] = await containersOf("redis");
  await docker("pause", redis);
  try {
    for (const [service, port] of Object.entries(ASKED_ON)) {
      const [container = ""] = await containersOf(service);
      const ask = `fetch('http://127.0.0.1:${port}/readyz', { signal: AbortSignal.timeout(${LIMIT_MS}) })`;
      const answer = await evaluate(container, `${ask}.then((r) => r.status, String).then(console.log)`);
      assert.deepEqual([service, answer.trim()], [service, "200"]);
    }
  } finally {
    await docker("unpause", redis);
  }
  await untilHealthy(redis); // Docker calls unhealthy what it paused, until the next check
}
