import { lookup as dnsLookup, type LookupAddress } from "node:dns";
import { Agent, type AgentOptions } from "node:http";
import type { LookupFunction } from "node:net";
import type { Duplex } from "node:stream";

/** Shorter than any service keeps an idle connection, so that always the gateway closes it. */
const IDLE_MS = 3000;
/** A connection of this age is closed after its answer: new replicas then get their share. */
const LIFE_MS = 30_000;
/** A stopping process closes each connection after its answer, for at most this time. */
const LEAVING_MS = 15_000;

export interface Targets {
  readonly agent: Agent;
  /** One of a name's addresses closes its connections: others are tried before it for a while. */
  deprioritize(address: string): void;
  /** A connection broke while it was used: no idle one is reused, as they may lead to the same dead process. */
  markFailed(address: string | undefined): void;
}

/**
 * Connections to the services, kept open between requests. A host name is resolved again for each connection, and its addresses are tried
 * in random order, so that requests are spread over all replicas behind the name. Stopping replicas come last: a connection at the moment
 * when they stop listening would be reset.
 *
 * @param maxSockets - further requests wait in the agent, so the caller needs a time limit that starts before.
 * @param now - a clock in milliseconds.
 */
export function createTargets({
  lookup = dnsLookup,
  maxSockets = Infinity,
  now = () => performance.now(),
}: { lookup?: typeof dnsLookup; maxSockets?: number; now?: () => number } = {}): Targets {
  const closedAt = new Map<string, number>();
  const agent = new ServiceAgent(now, {
    keepAlive: true,
    maxSockets,
    maxFreeSockets: 128,
    timeout: IDLE_MS,
    scheduling: "lifo",
    lookup: lookupIn(lookup, (addresses) => inOrder(addresses, closedAt, now())),
    autoSelectFamily: true,
  });
  const deprioritize = (address: string): void => void closedAt.set(address, now());
  return {
    agent,
    deprioritize,
    markFailed(address) {
      if (address !== undefined) deprioritize(address);
      for (const socket of Object.values(agent.freeSockets).flat()) socket?.destroy();
    },
  };
}

/** Node.js asks it after each answer whether to keep the connection. */
class ServiceAgent extends Agent {
  readonly #now: () => number;
  readonly #createdAt = new WeakMap<Duplex, number>();

  constructor(now: () => number, options: AgentOptions) {
    super(options);
    this.#now = now;
  }

  override keepSocketAlive(socket: Duplex): boolean {
    const created = this.#createdAt.get(socket) ?? this.#now();
    this.#createdAt.set(socket, created);
    if (this.#now() - created >= LIFE_MS) return false;
    const isKept: unknown = super.keepSocketAlive(socket); // a boolean, which its type lacks
    return isKept === true;
  }
}

function lookupIn(lookup: typeof dnsLookup, order: (addresses: readonly LookupAddress[]) => LookupAddress[]): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, []);
      const ordered = order(addresses);
      if (options.all) return callback(null, ordered);
      const [first] = ordered;
      callback(null, first?.address ?? "", first?.family);
    });
  };
}

/** In random order, but the one that closed a connection most recently is last. */
function inOrder(addresses: readonly LookupAddress[], closedAt: Map<string, number>, now: number): LookupAddress[] {
  const forgottenAt = now - LEAVING_MS;
  for (const [address, at] of closedAt) if (at < forgottenAt) closedAt.delete(address);
  return addresses
    .map((address) => ({ address, closed: closedAt.get(address.address) ?? 0, chance: Math.random() }))
    .toSorted((a, b) => a.closed - b.closed || a.chance - b.chance)
    .map(({ address }) => address);
}
