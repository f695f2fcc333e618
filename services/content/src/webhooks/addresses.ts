import { lookup as resolve, type LookupAddress } from "node:dns";
import type { LookupFunction } from "node:net";
import ipaddr from "ipaddr.js";

/** A webhook's server is at an address of a private network, or of this machine. */
export class PrivateAddress extends Error {
  override readonly name = "PrivateAddress";
}

/** The addresses of a host name. */
export type Resolve = (hostname: string, options: { all: true }, done: (error: Error | null, found: LookupAddress[]) => void) => void;

/** Whether an address is on the internet: not private, link-local, reserved, or one that stands for another address. */
export function isPublicAddress(text: string): boolean {
  return ipaddr.isValid(text) && ipaddr.process(text).range() === "unicast";
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
