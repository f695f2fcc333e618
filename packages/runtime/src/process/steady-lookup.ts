import dns from "node:dns";
import { syncBuiltinESMExports } from "node:module";
import { LRUCache } from "lru-cache";
import { inTime, LATE } from "../time-limit.ts";

/** After this time without an answer, known addresses are used. */
const SLOW_MS = 250;
/** A name that does not exist any more keeps its addresses for this time: a name server that restarts may not know it yet. */
const GONE_MS = 60_000;
const MAX_BYTES = 1024 * 1024;
const ENTRY_BYTES = 500;
const ADDRESS_BYTES = 200;

type Lookup = typeof dns.lookup;
/** An error, or null and what was found: the arguments of the callback of `dns.lookup`. */
type Found = readonly [error: NodeJS.ErrnoException | null, ...found: unknown[]];

interface Name {
  known: Found | null;
  knownAt: number;
  /** The current question to the name server, if there is one. */
  question: Promise<Found> | null;
  askedAt: number;
}

export interface SteadyOptions {
  /** Called when a name's old addresses are used. */
  readonly onOld?: (hostname: string) => void;
  /** A clock in milliseconds that is never set. */
  readonly now?: () => number;
  readonly slowMs?: number;
}

/**
 * `dns.lookup` which keeps a name's last addresses while the name servers don't answer. One question for a name runs at a time, since each
 * occupies a thread of Node's pool.
 */
export function createSteadyLookup(lookup: Lookup, options: SteadyOptions = {}): Lookup {
  const { onOld = () => undefined, now = () => performance.now(), slowMs = SLOW_MS } = options;
  const names = new LRUCache<string, Name>({ maxSize: MAX_BYTES, sizeCalculation: bytesOf });

  function keep(key: string, name: Name): void {
    names.delete(key); // its size is computed only for a new entry
    names.set(key, name);
  }

  function ask(name: Name, hostname: string, given: readonly unknown[]): Promise<Found> {
    if (name.question) return name.question;
    const question = new Promise<Found>((resolve) => {
      Reflect.apply(lookup, undefined, [hostname, ...given, (...found: Found) => resolve(found)]);
    });
    Object.assign(name, { question, askedAt: now() });
    void question.then((found) => {
      name.question = null;
      if (!found[0]) Object.assign(name, { known: found, knownAt: now() });
    });
    return question;
  }

  async function find(hostname: string, given: readonly unknown[]): Promise<Found> {
    const key = JSON.stringify([hostname, ...given]);
    const name = names.get(key) ?? { known: null, knownAt: 0, question: null, askedAt: 0 };
    keep(key, name);
    const { known } = name;
    const question = ask(name, hostname, given);
    if (!known) return question.finally(() => keep(key, name));
    const found = await inTime(question, slowMs - (now() - name.askedAt));
    if (found !== LATE && (!found[0] || isExpired(found, now() - name.knownAt))) return found;
    onOld(hostname);
    return known;
  }

  const steady = (hostname: string, ...rest: unknown[]): void => {
    const answer = rest.pop() as (...found: Found) => void;
    void find(hostname, rest).then((found) => setImmediate(() => answer(...found))); // what it throws belongs to its owner
  };
  return Object.assign(steady, { __promisify__: lookup.__promisify__ }) as Lookup;
}

function bytesOf({ known }: Name, key: string): number {
  const addresses = known?.[1];
  return ENTRY_BYTES + 2 * key.length + ADDRESS_BYTES * (Array.isArray(addresses) ? addresses.length : 1);
}

function isExpired([error]: Found, ageMs: number): boolean {
  return error?.code === "ENOTFOUND" && ageMs > GONE_MS;
}

/** Makes all connections of this process survive an outage of the name servers: to services, PostgreSQL, Redis, storage and mail server. */
export function keepAddresses(onOld: (hostname: string) => void): void {
  dns.lookup = createSteadyLookup(dns.lookup, { onOld });
  syncBuiltinESMExports(); // for `import { lookup } from "node:dns"`
}
