import { setTimeout as sleep } from "node:timers/promises";
import { StartError } from "./start-error.ts";

const HEALTHY_LIMIT_MS = 300_000;

/**
 * Waits until the gateway at `url` reports that it is healthy.
 * @param requireGoing - throws if the start has failed or was cancelled.
 * @throws StartError naming the processes that are not ready after five minutes
 */
export async function waitForHealth(url: string, ports: ReadonlyMap<string, number>, requireGoing: () => void): Promise<void> {
  const limit = Date.now() + HEALTHY_LIMIT_MS;
  while (Date.now() < limit) {
    requireGoing();
    const healthy = await fetch(`${url}/api/health`, { signal: AbortSignal.timeout(2_000) }).then(
      (answer) => answer.ok,
      () => false,
    );
    if (healthy) return;
    await sleep(50);
  }
  const late = (await unready(ports)).join(", ") || "the gateway";
  throw new StartError(`Not ready after ${HEALTHY_LIMIT_MS / 1000} s: ${late}. See the lines above for the reason.`);
}

/** The processes that don't report that they are ready, by port. */
export async function unready(ports: ReadonlyMap<string, number>): Promise<readonly string[]> {
  const asked = [...ports].map(async ([name, port]) => {
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(2_000) }).catch(() => null);
    return answer?.ok ? [] : [name];
  });
  return (await Promise.all(asked)).flat();
}
