/** A process that works on one image at a time. Whoever forked it may kill it at any moment; it holds nothing else. */
import { setPriority } from "node:os";
import { LOW_PRIORITY } from "../low-priority.ts";
import { derive, ImageRefused, ImageUnwritten, inspect, limitSharp } from "./operations.ts";
import type { Derived, ImageReply, ImageRequest, Inspected } from "./tasks.ts";

const LOOK_EVERY_MS = 25;
const memoryBytes = Number(process.argv[2]);

setPriority(LOW_PRIORITY); // whoever answers requests comes first
limitSharp();
process.on("message", (request: ImageRequest) => void answer(request));
process.on("disconnect", () => process.exit());
// sharp works beside this thread, so the bound holds while it decodes.
setInterval(() => {
  if (process.memoryUsage.rss() > memoryBytes) process.kill(process.pid, "SIGKILL");
}, LOOK_EVERY_MS);
process.send?.("ready");

async function answer(request: ImageRequest): Promise<void> {
  process.send?.(await replyTo(request));
}

async function replyTo(request: ImageRequest): Promise<ImageReply> {
  const { id } = request;
  try {
    return { id, result: await work(request) };
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    const message = text.replaceAll(request.task.input, "the image"); // the uploader is told, and where it lies is no one's business
    if (error instanceof ImageUnwritten) return { id, unwritten: message };
    return error instanceof ImageRefused ? { id, refused: message } : { id, failed: message };
  }
}

function work({ task, maxPixels }: ImageRequest): Promise<Inspected | Derived> {
  if (task.kind === "inspect") return inspect(task.input, maxPixels);
  return derive(task.input, task.output, { transform: task.transform, maxPixels });
}
