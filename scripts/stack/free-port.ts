import { createServer } from "node:net";
import type { AddressInfo } from "node:net";

/** A TCP port of the loopback address on which nothing listened a moment ago. */
export async function freePort(): Promise<number> {
  return probe(0, "127.0.0.1");
}

/** Whether a server could listen there now. Another error than "taken" (no such address, no right) is thrown. */
export async function isFree(port: number, host: string): Promise<boolean> {
  try {
    await probe(port, host);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EADDRINUSE") return false;
    throw error;
  }
}

function probe(port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen({ port, host, exclusive: true }, () => {
      const found = (server.address() as AddressInfo).port;
      server.close(() => resolve(found));
    });
  });
}
