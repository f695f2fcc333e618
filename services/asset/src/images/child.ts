/** A process that works on one image at a time. Its parent may kill it at any time; it has no other state. */
import { flushCompileCache } from "node:module";
import { boundProcess, takeLowPriority } from "../process-limits.ts";
import { derive, ImageUnwritten, inspect, limitSharp } from "./operations.ts";
import { ImageRefused } from "./refused.ts";
import type { Derived, ImageReply, ImageRequest, Inspected } from "./tasks.ts";

const [memoryBytes = 0, processorMs = 0] = process.argv.slice(2).map(Number);

takeLowPriority();
let isCodeKept = false;
const bounds = boundProcess({ memoryBytes, processorMs });
limitSharp();
process.on("message", (request: ImageRequest) => void answer(request));
process.on("disconnect", () => process.exit());
process.send?.("ready");

async function answer(request: ImageRequest): Promise<void> {
  bounds.begin();
  const reply = await replyTo(request);
  bounds.rest();
  process.send?.(reply);
  keepCompiled();
}

/** At the first request: a process that is killed would keep nothing of what Node compiled. */
function keepCompiled(): void {
  if (isCodeKept) return;
  isCodeKept = true;
  flushCompileCache();
}

async function replyTo(request: ImageRequest): Promise<ImageReply> {
  const { id } = request;
  try {
    return { id, result: await work(request) };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    if (error instanceof ImageUnwritten) return { id, unwritten: message };
    return error instanceof ImageRefused ? { id, refused: message, refusal: error.refusal } : { id, failed: message };
  }
}

function work({ task, maxPixels }: ImageRequest): Promise<Inspected | Derived> {
  const limits = { maxPixels, watchWhileBusy: bounds.watchWhileBusy };
  if (task.kind === "inspect") return inspect(task.input, limits);
  return derive(task, limits);
}
