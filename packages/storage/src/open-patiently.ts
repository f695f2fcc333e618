import { setTimeout as sleep } from "node:timers/promises";
import { AppError } from "@colophon/model/errors";
import type { Waiting } from "@colophon/runtime";
import type { Storage } from "./port.ts";

const PAUSE_MS = 1_000;
/** A server that doesn't answer is named before the call gives up. */
const SILENT_MS = 4_000;

/** Opens a storage as soon as it is available, and reports meanwhile which one it waits for. The promise rejects when the signal aborts. */
export async function openPatiently(storage: Storage, { signal, onWaiting }: Waiting): Promise<void> {
  const report = (reason: string): void =>
    onWaiting(`Waiting for the storage, ${storage.place} (${reason}). Check the variables STORAGE_ADAPTER and S3_…, and the server`);
  for (;;) {
    const silent = setTimeout(report, SILENT_MS, "no answer");
    try {
      return await storage.open();
    } catch (error) {
      signal.throwIfAborted();
      report(reasonOf(error));
    } finally {
      clearTimeout(silent);
    }
    await sleep(PAUSE_MS, undefined, { signal });
  }
}

function reasonOf(error: unknown): string {
  const cause = error instanceof AppError ? error.cause : error;
  if (!(cause instanceof Error)) return "no answer";
  return [("code" in cause && String(cause.code)) || "", cause.message].filter(Boolean).join(": ");
}
