import { AsyncLocalStorage } from "node:async_hooks";

const origin = new AsyncLocalStorage<string>();

/** Runs a project's own code (a hook, a custom route's handler) under a name that everything it starts later keeps. */
export function runProjectCode<T>(name: string, code: () => T): T {
  return origin.run(name, code);
}

/**
 * Which piece of the project's code the current event comes from, if any: asked when an error reaches nobody
 * (a promise left alone, a throw in a timer). The project's slip is logged; ours would end the process.
 */
export function projectCodeOf(): string | undefined {
  return origin.getStore();
}
