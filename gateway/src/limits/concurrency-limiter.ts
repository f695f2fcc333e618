import type { RequestPolicy, Service } from "@colophon/api";
import { AppError } from "@colophon/model/errors";

/** Requests that take long have places of their own: those that send a file, and those that read one. */
export type Lane = "uploads" | "files" | "requests";

/** The key of its caller, as for the limits, its service and its lane. */
export interface Bound {
  readonly limitKey: string;
  readonly service: Service;
  readonly lane: Lane;
}

export function laneOf({ body, bucket }: RequestPolicy): Lane {
  if (body === "upload") return "uploads";
  return bucket === "files" ? "files" : "requests";
}

export type ConcurrencyLimiter = ReturnType<typeof createConcurrencyLimiter>;

/**
 * Limits the concurrent requests of each lane at the services: those of one caller, so that nobody uses all places, and those of all callers
 * at one service. A caller's further requests wait; those beyond the caller's queue are refused.
 */
export function createConcurrencyLimiter({ perCaller = 64, waitingPerCaller = 256, perService = 512 } = {}) {
  const callers = new Map<string, Gate>();
  const services = new Map<string, Gate>();

  function gateOf(gates: Map<string, Gate>, key: string, places: number, waiting?: number): Gate {
    const known = gates.get(key);
    if (known) return known;
    const gate = createGate({ places, ...(waiting !== undefined && { waiting }) });
    gates.set(key, gate);
    return gate;
  }

  /**
   * @param begin - called at once, or when a place is free.
   * @returns a function that frees the place, or ends the waiting; must be called once.
   * @throws AppError TOO_MANY_REQUESTS
   */
  return function enter({ limitKey, service, lane }: Bound, begin: () => void): () => void {
    const caller = `${lane} ${limitKey}`;
    const own = gateOf(callers, caller, perCaller, waitingPerCaller);
    const shared = gateOf(services, `${lane} ${service}`, perService);
    let isAtService = false;
    const goOn = (): void => {
      isAtService = true;
      shared.enter(begin);
    };
    if (!own.enter(goOn)) throw new AppError("TOO_MANY_REQUESTS", "Too many requests at once", { headers: { "retry-after": "1" } });

    return () => {
      if (isAtService) shared.leave(begin);
      own.leave(goOn);
      if (own.isEmpty()) callers.delete(caller);
    };
  };
}

/** A holder of a place, or a waiting one; each is a separate function. */
type Begin = () => void;

type Gate = ReturnType<typeof createGate>;

/** Limits concurrent holders; others wait in the order of arrival, and may leave the queue. */
function createGate({ places, waiting = Infinity }: { places: number; waiting?: number }) {
  const queue = new Set<Begin>();
  let taken = 0;

  return {
    /** Begins at once, or as soon as a place is free. @returns false if too many wait already. */
    enter(begin: Begin): boolean {
      if (taken >= places) {
        if (queue.size >= waiting) return false;
        queue.add(begin);
        return true;
      }
      taken++;
      begin();
      return true;
    },

    /** Frees the place, and gives it to the next in the queue. */
    leave(begin: Begin): void {
      if (queue.size === 0) return void taken--;
      if (queue.delete(begin)) return;
      const [next] = queue;
      if (!next) return;
      queue.delete(next);
      next();
    },

    isEmpty: () => taken === 0,
  };
}
