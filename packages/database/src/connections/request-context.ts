import { AsyncLocalStorage } from "node:async_hooks";

/** The request that a statement belongs to. Its `key` is an API key, a user, or the network of an anonymous caller. */
export interface RequestContext {
  readonly key: string;
  readonly anonymous: boolean;
  /** Of the request, for the log. */
  readonly requestId?: string;
  /** The network address of the request, for the audit log. */
  readonly address?: string;
}

/** The process itself: its jobs, its start, and requests that the gateway makes for all callers. */
export const OWN: RequestContext = Object.freeze({ key: "", anonymous: false });

/** A project's code without a request: the audit log has its changes as the system's, also those in SQL. */
export const SYSTEM: RequestContext = Object.freeze({ key: "system", anonymous: false });

export type RequestContexts = ReturnType<typeof createRequestContexts>;

/** Passes the context of the current request through every `await`. */
export function createRequestContexts() {
  const storage = new AsyncLocalStorage<RequestContext>();
  return {
    current: (): RequestContext => storage.getStore() ?? OWN,
    run: <T>(context: RequestContext, work: () => T): T => storage.run(context, work),
  };
}
