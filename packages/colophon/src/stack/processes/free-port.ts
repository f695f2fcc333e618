import { randomInt } from "node:crypto";
import { createServer } from "node:net";

/** Below the ephemeral ports, which an outgoing connection could take before the port is used. */
const FIRST = 10_000;
const LAST = 32_000;
const MAX_TRIES = 100;

/** Ports that this process has got: a port is free until its server listens, and must not be returned twice. */
const returned = new Set<number>();

/** A TCP port of the loopback address that is currently unused, another one at each call. */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < MAX_TRIES; attempt++) {
    const port = randomInt(FIRST, LAST + 1);
    if (returned.has(port)) continue;
    returned.add(port);
    if (await isFree(port, "127.0.0.1")) return port;
  }
  throw new Error(`No free port was found between ${FIRST} and ${LAST}`);
}

/** Whether a server can listen on the port. Errors other than "in use" (no such address, no permission) are thrown. */
export async function isFree(port: number, host: string): Promise<boolean> {
  try {
    await probe(port, host);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EADDRINUSE") return false;
    throw error;
  }
}

function probe(port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve()));
  });
}
