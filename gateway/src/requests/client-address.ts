import { limitKeyOf } from "@colophon/runtime";
import ipaddr from "ipaddr.js";
import { LRUCache } from "lru-cache";

type Address = ReturnType<typeof ipaddr.process>;
type Range = readonly [Address, number];

/** The source of a request. */
export interface Client {
  /** The caller's own address, in its canonical form. */
  readonly address: string;
  /** The key for the rate limit: an IPv4 address, or the /64 of an IPv6 address. */
  readonly limitKey: string;
  readonly scheme: "http" | "https";
}

const MAX_BYTES = 2 * 1024 * 1024;
/** An entry without its address, which is contained three times. */
const ENTRY_BYTES = 150;

const UNKNOWN: Client = { address: "unknown", limitKey: "unknown", scheme: "http" };

export type ClientReader = ReturnType<typeof createClientReader>;

/**
 * Finds the client address of requests. `X-Forwarded-For` and `X-Forwarded-Proto` count only if the socket's address is in one of the
 * trusted ranges; the client is then the last address in the list that isn't.
 *
 * @param trustProxy - addresses and CIDR ranges of the proxies in front.
 */
export function createClientReader(trustProxy: readonly string[] = []) {
  const ranges = trustProxy.map(parseRange);
  const direct = new LRUCache<string, Client>({
    maxSize: MAX_BYTES,
    sizeCalculation: (_client, address) => ENTRY_BYTES + 3 * address.length,
  });

  function isTrusted(address: Address): boolean {
    return ranges.some((range) => isWithin(address, range));
  }

  function readForwarded(socketAddress: Address, list: string, proto: string): Client {
    let caller = socketAddress;
    for (const hop of list.split(",").toReversed()) {
      const address = parseHop(hop.trim());
      if (!address) break; // addresses further left were written by unknown senders
      caller = address;
      if (!isTrusted(address)) break;
    }
    return toClient(caller, proto.split(",")[0]?.trim().toLowerCase() === "https" ? "https" : "http");
  }

  function readDirect(socketAddress: string): Client {
    const known = direct.get(socketAddress);
    if (known) return known;
    const address = parseHop(socketAddress);
    const client = address ? toClient(address, "http") : UNKNOWN;
    direct.set(socketAddress, client);
    return client;
  }

  /**
   * @param socketAddress - the remote address of the connection.
   * @param forwardedFor - the header `X-Forwarded-For`, several joined by commas.
   */
  return function clientOf(socketAddress: string, forwardedFor: string | undefined, forwardedProto: string | undefined): Client {
    const hasForwarded = forwardedFor !== undefined || forwardedProto !== undefined;
    if (ranges.length === 0 || !hasForwarded) return readDirect(socketAddress);
    const address = parseHop(socketAddress);
    if (!address || !isTrusted(address)) return readDirect(socketAddress);
    return readForwarded(address, forwardedFor ?? "", forwardedProto ?? "");
  };
}

function toClient(address: Address, scheme: Client["scheme"]): Client {
  const text = address.toString();
  return { address: text, limitKey: limitKeyOf(text), scheme };
}

/** An address in the formats of proxies: `1.2.3.4`, `1.2.3.4:5678`, `::1`, `[::1]:5678`. */
function parseHop(text: string): Address | null {
  const bare = /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(text)?.[1] ?? text;
  const isWhole = bare.includes(":") ? ipaddr.IPv6.isValid(bare) : ipaddr.IPv4.isValidFourPartDecimal(bare);
  return isWhole ? ipaddr.process(bare) : null;
}

function parseRange(text: string): Range {
  if (!text.includes("/")) {
    const address = ipaddr.process(text);
    return [address, address.kind() === "ipv4" ? 32 : 128];
  }
  return ipaddr.parseCIDR(text);
}

function isWithin(address: Address, [base, bits]: Range): boolean {
  return address.kind() === base.kind() && address.match(base, bits);
}
