import { get } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { StartError } from "./start-error.ts";

const HEALTHY_LIMIT_MS = 300_000;

/**
 * Waits until the gateway at `url` reports that it is healthy.
 * @param requireGoing - throws if the start has failed or was cancelled.
 * @throws StartError naming the processes that are not ready after five minutes
 */
export async function waitForHealth(url: string, addresses: ReadonlyMap<string, string>, requireGoing: () => void): Promise<void> {
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
  const late = (await unready(addresses)).join(", ") || "the gateway";
  throw new StartError(`Not ready after ${HEALTHY_LIMIT_MS / 1000} s: ${late}. See the lines above for the reason.`);
}

/** The services that don't report that they are ready, by address: an HTTP URL, or `unix:` and the path of a socket. */
export async function unready(addresses: ReadonlyMap<string, string>): Promise<readonly string[]> {
  const asked = [...addresses].map(async ([name, address]) => ((await isReady(address)) ? [] : [name]));
  return (await Promise.all(asked)).flat();
}

function isReady(address: string): Promise<boolean> {
  const { hostname, port } = new URL(address);
  const at = address.startsWith("unix:") ? { socketPath: address.slice("unix:".length) } : { hostname, port };
  return new Promise((resolve) => {
    const asked = get({ ...at, path: "/readyz", signal: AbortSignal.timeout(2_000) }, (answer) => {
      answer.resume();
      resolve(answer.statusCode === 200);
    });
    asked.on("error", () => resolve(false));
  });
}
