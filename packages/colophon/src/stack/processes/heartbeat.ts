import type { ChildProcess } from "node:child_process";
import { PING, PONG } from "@colophon/runtime/supervised";

/** How often a process is asked, and after how many questions in a row without an answer it counts as hanging. */
export interface HeartbeatLimits {
  readonly everyMs: number;
  readonly unanswered: number;
  /** The same for a process that has never answered: it loads its program. */
  readonly unansweredAtStart: number;
}

/** A hook may compute for a while. On a busy machine, several processes that start together take minutes. */
const LIMITS: HeartbeatLimits = { everyMs: 5_000, unanswered: 8, unansweredAtStart: 60 };

/**
 * Asks a process over its channel whether its event loop runs. Questions are counted, not seconds: a machine that sleeps stops both
 * sides. A process has loaded its program when `loaded` settles, if it is given, or with its first answer.
 *
 * @returns a function that ends it.
 */
export function watchHeartbeat(
  { child, loaded }: { readonly child: ChildProcess; readonly loaded?: Promise<void> | undefined },
  onHang: () => void,
  limits: HeartbeatLimits = LIMITS,
): () => void {
  let pending = 0;
  let allowed = limits.unansweredAtStart;
  const noteLife = () => {
    pending = 0;
    allowed = limits.unanswered;
  };
  void loaded?.then(noteLife);
  child.on("message", (message) => {
    if (message === PONG) noteLife();
  });
  const timer = setInterval(() => {
    if (!child.connected) return;
    if (pending >= allowed) {
      clearInterval(timer);
      return onHang();
    }
    pending++;
    child.send(PING, () => undefined); // it may have ended
  }, limits.everyMs);
  timer.unref();
  return () => clearInterval(timer);
}
