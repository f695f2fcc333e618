import { lookup as dnsLookup, type LookupAddress } from "node:dns";
import { Agent } from "node:http";
import type { LookupFunction, Socket } from "node:net";

/** Shorter than any service keeps an idle connection, so that it is always we who close one. */
const IDLE_MS = 4000;
/** A connection that has served this long is given up after its answer: new replicas get their share. */
const LIFE_MS = 30_000;

/**
 * Connections to the services, kept open between requests. A host name is looked up anew for each connection, and its
 * addresses are tried in an order drawn by chance, so that requests spread over all replicas behind the name.
 */
export function createUpstreamAgent(): Agent {
  const agent = new Agent({
    keepAlive: true,
    maxSockets: 512,
    maxFreeSockets: 128,
    timeout: IDLE_MS,
    scheduling: "lifo",
    lookup: lookupShuffled,
    autoSelectFamily: true,
  });
  const bornAt = new WeakMap<object, number>();
  const keepByDefault = agent.keepSocketAlive.bind(agent);

  agent.keepSocketAlive = (socket: Socket) => {
    const now = performance.now();
    const born = bornAt.get(socket);
    if (born === undefined) bornAt.set(socket, now);
    return now - (born ?? now) < LIFE_MS && keepByDefault(socket);
  };
  return agent;
}

const lookupShuffled: LookupFunction = (hostname, options, callback) => {
  dnsLookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, []);
    const shuffled = shuffle(addresses);
    if (options.all) return callback(null, shuffled);
    const [first] = shuffled;
    callback(null, first?.address ?? "", first?.family);
  });
};

function shuffle(addresses: readonly LookupAddress[]): LookupAddress[] {
  return addresses
    .map((address) => ({ address, at: Math.random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ address }) => address);
}
