import { AsyncLocalStorage } from "node:async_hooks";
import type { Config } from "@colophon/config";
import type { Log } from "@colophon/runtime";
import type { Call } from "../http/calls.ts";

/** How long a `db` may be used: as long as its hook or handler runs. */
export interface DbScope {
  ended: boolean;
}

/** Makes the `db` of one hook or handler call: Prisma's models and raw SQL, and `entity(name)`. */
export type OpenDb = (call: Call, scope: DbScope) => unknown;

/** Whether the configuration has code that gets a `db`. */
export function hasProjectCode({ entities, customRoutes, jobs }: Config): boolean {
  return customRoutes.length > 0 || jobs.length > 0 || entities.some(({ hooks }) => hooks !== undefined);
}

const running = new AsyncLocalStorage<string>();

/** Runs a project's own code (a hook, a custom route's handler) under a name that its later asynchronous work keeps. */
export function runProjectCode<T>(name: string, code: () => T): T {
  return running.run(name, code);
}

const EVENTS = ["uncaughtException", "unhandledRejection"] as const;

/**
 * Logs unhandled rejections and uncaught exceptions of a project's hooks and handlers (a missing `await`, a throw in a timer), and keeps
 * the process alive. Those of the product's own code still end it, by the existing listeners.
 */
export function surviveProjectErrors(log: Pick<Log, "error">): void {
  for (const event of EVENTS) {
    const listeners = process.listeners(event as "uncaughtException");
    process.removeAllListeners(event);
    process.on(event, (error: Error, ...rest: unknown[]) => {
      const code = running.getStore();
      const kind = event === "unhandledRejection" ? "unhandled rejection" : "uncaught exception";
      if (code !== undefined) return log.error({ err: error, code }, `${kind} in project code`);
      for (const listener of listeners) Reflect.apply(listener, process, [error, ...rest]);
    });
  }
}
