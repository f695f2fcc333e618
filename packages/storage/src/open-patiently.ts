import { setTimeout as sleep } from "node:timers/promises";
import { AppError } from "@colophon/errors";
import type { Log } from "@colophon/runtime";
import type { Storage } from "./port.ts";

const PAUSE_MS = 1_000;

/** Opens a storage as soon as it is available. @param signal - stops the waiting; the promise then rejects. */
export async function openPatiently(storage: Storage, signal: AbortSignal, log: Log): Promise<void> {
  for (let tries = 0; ; tries++) {
    try {
      return await storage.open();
    } catch (error) {
      signal.throwIfAborted();
      const isAway = error instanceof AppError && error.code === "SERVICE_UNAVAILABLE";
      if (tries === 0) log.warn({ err: isAway ? error.cause : error }, "can't open the storage; retrying");
    }
    await sleep(PAUSE_MS, undefined, { signal });
  }
}
