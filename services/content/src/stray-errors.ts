import type { Log } from "@colophon/runtime";
import { projectCodeOf } from "./project-code.ts";

const EVENTS = ["uncaughtException", "unhandledRejection"] as const;

/**
 * Keeps the process alive when a project's hook or handler leaves an error to nobody (a forgotten `await`, a throw in
 * a timer): that is logged. The same from our own code still ends the process, by the listeners that stand there already.
 */
export function spareProjectErrors(log: Pick<Log, "error">): void {
  for (const event of EVENTS) {
    const listeners = process.listeners(event as "uncaughtException");
    process.removeAllListeners(event);
    process.on(event, (error: Error, ...rest: unknown[]) => {
      const code = projectCodeOf();
      if (code !== undefined) return log.error({ err: error, code }, "project code left an error to nobody");
      for (const listener of listeners) Reflect.apply(listener, process, [error, ...rest]);
    });
  }
}
