import { eventually } from "../support/eventually.ts";
import type { Docker } from "./docker.ts";

const PORTS = {
  gateway: 9090,
  content: 8080,
  auth: 8080,
  search: 8080,
  asset: 8080,
  "asset-worker": 8080,
  "email-worker": 8080,
  "webhook-worker": 8080,
};
/** The timeout of a Kubernetes probe. Kubernetes repeats probes, so a busy machine may be late a few times. */
const LIMIT_MS = 3_000;

/** Checks that each process reports in time that it is ready while Redis accepts connections but doesn't answer. */
export async function checkReadyWithoutRedis({ docker, containersOf, evaluate, untilHealthy }: Docker): Promise<void> {
  const [redis = ""] = await containersOf("redis");
  await docker("pause", redis);
  try {
    for (const [service, port] of Object.entries(PORTS)) {
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
