/** A process that reads the container of one file and ends. It has no file, no network and no secret: it requests the bytes. */
import { boundProcess, takeLowPriority } from "../process-limits.ts";
import { factsOf } from "./facts.ts";
import type { MediaBytes, MediaQuestion } from "./messages.ts";

const [size = 0, memoryBytes = 0, processorMs = 0] = process.argv.slice(2).map(Number);
const waiting = new Map<number, (bytes: Uint8Array) => void>();
let nextId = 1;

takeLowPriority();
process.on("disconnect", () => process.exit());
process.on("message", ({ id, bytes }: MediaBytes) => {
  waiting.get(id)?.(bytes);
  waiting.delete(id);
});

const bounds = boundProcess({ memoryBytes, processorMs });
bounds.begin();
void bounds.watchWhileBusy();
post({ kind: "begun" });
await factsOf(size, read).then(
  (facts) => post({ kind: "facts", facts }),
  (error: unknown) => post({ kind: "refused", reason: error instanceof Error ? error.message : String(error) }),
);

function read(start: number, end: number): Promise<Uint8Array> {
  return new Promise((resolve) => {
    const id = nextId++;
    waiting.set(id, resolve);
    post({ kind: "read", id, start, end });
  });
}

function post(question: MediaQuestion): void {
  process.send?.(question);
}
