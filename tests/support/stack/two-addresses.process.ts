/** A module that is loaded before a program. It makes `replicas.test` resolve to two addresses, like a service with two replicas. */
import dns from "node:dns";
import { syncBuiltinESMExports } from "node:module";

type Lookup = (hostname: string, options: dns.LookupOptions, callback: (error: Error | null, ...found: unknown[]) => void) => void;

const ADDRESSES = ["127.0.0.1", "127.0.0.2"].map((address) => ({ address, family: 4 }));
const original = dns.lookup as unknown as Lookup;
const lookup: Lookup = (hostname, options, callback) => {
  if (hostname !== "replicas.test") return original(hostname, options, callback);
  setImmediate(() => (options.all ? callback(null, ADDRESSES) : callback(null, "127.0.0.1", 4)));
};
Object.assign(dns, { lookup });
syncBuiltinESMExports();
