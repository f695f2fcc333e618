import { get } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { StartError } from "./settings.ts";

const HEALTHY_LIMIT_MS = 300_000;

/**
 * Waits until the gateway at `url` reports that it is healthy.
 * @param requireGoing - throws if the start has failed or was cancelled.
 * @throws StartError naming the processes that are not ready after five minutes
 */
export async function waitForHealth(url: string, addresses: ReadonlyMap<string, string>, requireGoing: () => void): Promise<void> {
  const deadline = Date.now() + HEALTHY_LIMIT_MS;
  while (Date.now() < deadline) {
    requireGoing();
    if (await answersOk(url, "/api/health")) return;
    await sleep(50);
  }
  const names = (await unready(addresses)).join(", ") || "the gateway";
  throw new StartError(`Not ready after ${HEALTHY_LIMIT_MS / 1000} s: ${names}. See the lines above for the reason.`);
}

/** The services that don't report that they are ready, by address: an HTTP URL, or `unix:` and the path of a socket. */
export async function unready(addresses: ReadonlyMap<string, string>): Promise<readonly string[]> {
  const checks = [...addresses].map(async ([name, address]) => ((await answersOk(address, "/readyz")) ? [] : [name]));
  return (await Promise.all(checks)).flat();
}

/** With Node's own client: `fetch` takes 10 MB. */
function answersOk(address: string, path: string): Promise<boolean> {
  const { hostname, port } = new URL(address);
  const target = address.startsWith("unix:") ? { socketPath: address.slice("unix:".length) } : { hostname: unbracketed(hostname), port };
  return new Promise((resolve) => {
    const request = get({ ...target, path, agent: false, signal: AbortSignal.timeout(2_000) }, (answer) => {
      answer.resume();
      resolve(answer.statusCode === 200);
    });
    request.on("error", () => resolve(false));
  });
}

/** An IPv6 address without the brackets of a URL. */
function unbracketed(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, "");
}
