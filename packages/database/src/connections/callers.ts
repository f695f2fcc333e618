import { AsyncLocalStorage } from "node:async_hooks";

/** The caller of a statement: an API key, a user, or the network of an anonymous caller. */
export interface Caller {
  readonly key: string;
  readonly anonymous: boolean;
  /** Of the request, for the log. */
  readonly requestId?: string;
  /** The network address of the request, for the audit log. */
  readonly address?: string;
}

/** The process itself: its jobs, its start, and requests that the gateway makes for all callers. */
export const OWN: Caller = Object.freeze({ key: "", anonymous: false });

/** A project's code without a request: the audit log has its changes as the system's, also those in SQL. */
export const SYSTEM: Caller = Object.freeze({ key: "system", anonymous: false });

export type Callers = ReturnType<typeof createCallers>;

/** Passes the current caller through every `await`. */
export function createCallers() {
  const storage = new AsyncLocalStorage<Caller>();
  return {
    current: (): Caller => storage.getStore() ?? OWN,
    run: <T>(caller: Caller, work: () => T): T => storage.run(caller, work),
  };
}
