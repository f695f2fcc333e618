import type { ChildProcess } from "node:child_process";
import { PING, PONG } from "@colophon/runtime/supervised";

/** How often a process is asked, and after how many questions in a row without an answer it counts as hanging. */
export interface HeartbeatLimits {
  readonly everyMs: number;
  readonly unanswered: number;
}

/** A hook may compute for a while, and a busy machine is slow. */
const LIMITS: HeartbeatLimits = { everyMs: 5_000, unanswered: 8 };

/**
 * Asks a process over its channel whether its event loop runs. Questions are counted, not seconds: a machine that sleeps stops both
 * sides. A process that isn't ready and hasn't answered yet is still starting.
 *
 * @returns a function that ends it.
 */
export function watchHeartbeat(
  { child, ready }: { readonly child: ChildProcess; readonly ready: Promise<void> },
  onHang: () => void,
  { everyMs, unanswered }: HeartbeatLimits = LIMITS,
): () => void {
  let pending = 0;
  let hasStarted = false;
  const noteLife = () => {
    hasStarted = true;
    pending = 0;
  };
  void ready.then(noteLife);
  child.on("message", (message) => {
    if (message === PONG) noteLife();
  });
  const timer = setInterval(() => {
    if (!child.connected) return;
    if (hasStarted && pending >= unanswered) {
      clearInterval(timer);
      return onHang();
    }
    pending++;
    child.send(PING, () => undefined); // it may have ended
  }, everyMs);
  timer.unref();
  return () => clearInterval(timer);
}
