import { lookup as resolve, type LookupAddress } from "node:dns";
import type { LookupFunction } from "node:net";
import ipaddr from "ipaddr.js";

/** A webhook's server is at an address of a private network, or of this machine. */
export class PrivateAddress extends Error {
  override readonly name = "PrivateAddress";
}

/** The addresses of a host name. */
export type Resolve = (hostname: string, options: { all: true }, done: (error: Error | null, found: LookupAddress[]) => void) => void;

/** The addresses of IPv6 that are given out to networks. Others, `::127.0.0.1` in hexadecimal among them, are reserved or stand for IPv4. */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR("2000::/3");

/** Whether an address is on the internet: not private, link-local, reserved, or one that stands for another address. */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.process(text);
  return address.range() === "unicast" && (address instanceof ipaddr.IPv4 || address.match(GLOBAL_IPV6));
}

/** Refuses a host that is written as an address. @throws PrivateAddress */
export function requirePublicHost({ hostname }: URL): void {
  const bare = hostname.replace(/^\[(.*)\]$/, "$1");
  if (ipaddr.isValid(bare) && !isPublicAddress(bare)) throw new PrivateAddress(`${bare} is not a public address; allowPrivate allows it`);
}

/**
 * Finds the addresses of a host for a socket. One private address among them refuses all. The socket connects to exactly these addresses:
 * an answer of DNS that changes later has no effect.
 */
export function publicLookup(look: Resolve = resolve): LookupFunction {
  return (hostname, options, done) => {
    look(hostname, { all: true }, (error, found) => {
      const refused = found?.find(({ address }) => !isPublicAddress(address));
      const [first] = found ?? [];
      if (error) return done(error, "");
      if (refused)
        return done(new PrivateAddress(`${hostname} is at ${refused.address}, which is not a public address; allowPrivate allows it`), "");
      if (!first) return done(new Error(`${hostname} has no address`), "");
      if (options.all) return done(null, found);
      done(null, first.address, first.family);
    });
  };
}
