import type { EnvName } from "@colophon/config";
import type { ServiceRole } from "@colophon/database";
import type { ProcessName } from "@colophon/runtime";
import { programFile } from "@colophon/runtime/program-files";
import { StartError } from "./settings.ts";

/** A service of the product: its program, the gateway's variable for its address, and its stop round. */
export interface Service {
  readonly name: ProcessName;
  /** The path of the program that runs it alone. */
  readonly entry: string;
  /** The gateway's variable with the URL of this service. */
  readonly urlName?: EnvName;
  /** The name of its PostgreSQL role; without one it doesn't connect. */
  readonly role?: ServiceRole;
  /** Its connections, if one process runs all services: the smallest number, and its share of those that are left. */
  readonly pool?: {
    readonly least: number;
    readonly share: number;
    /** How many more it needs if gateways cache answers. */
    readonly forCachedAnswers?: number;
  };
  /** The services of round 1 have stopped before those of round 2 begin to. */
  readonly stopRound: 1 | 2 | 3;
}

/** Every service that `npm start` runs, one of each. */
export const SERVICES: readonly Service[] = [
  { name: "gateway", entry: entry("gateway/src/main"), stopRound: 1 },
  {
    name: "content",
    entry: entry("services/content/src/main"),
    urlName: "CONTENT_URL",
    role: "content",
    pool: { least: 4, share: 0.35, forCachedAnswers: 2 },
    stopRound: 2,
  },
  {
    name: "auth",
    entry: entry("services/auth/src/main"),
    urlName: "AUTH_URL",
    role: "auth",
    pool: { least: 2, share: 0.15, forCachedAnswers: 1 },
    stopRound: 2,
  },
  {
    name: "search",
    entry: entry("services/search/src/main"),
    urlName: "SEARCH_URL",
    role: "search",
    pool: { least: 2, share: 0.15 },
    stopRound: 2,
  },
  {
    name: "asset",
    entry: entry("services/asset/src/main"),
    urlName: "ASSET_URL",
    role: "asset",
    pool: { least: 2, share: 0.1, forCachedAnswers: 1 },
    stopRound: 2,
  },
  { name: "email-worker", entry: entry("services/auth/src/worker"), role: "email_worker", pool: { least: 2, share: 0.1 }, stopRound: 3 },
  {
    name: "asset-worker",
    entry: entry("services/asset/src/worker"),
    role: "asset_worker",
    pool: { least: 2, share: 0.1, forCachedAnswers: 1 },
    stopRound: 3,
  },
  {
    name: "webhook-worker",
    entry: entry("services/content/src/worker"),
    role: "webhook_worker",
    pool: { least: 2, share: 0.05 },
    stopRound: 3,
  },
];

function entry(path: string): string {
  return programFile(import.meta, `../../../../${path}`);
}

export type Variables = Readonly<Record<string, string | undefined>>;

/** For all services of one process together. */
const DEFAULT_TOTAL = 32;

/**
 * The connections of each service that runs in one process, by its name: the smallest number that it needs, and its share of the others. The
 * rest of the division is the first one's.
 *
 * @throws StartError if `DATABASE_POOL_SIZE` is too small.
 */
export function poolSizes(services: readonly Service[], variables: Variables): ReadonlyMap<string, number> {
  const total = Number(variables["DATABASE_POOL_SIZE"]?.trim() || DEFAULT_TOTAL);
  const isCaching = Number(variables["ANSWER_CACHE_BYTES"] ?? 0) > 0;
  const pooled = services.flatMap(({ name, pool }) => {
    if (!pool) return [];
    const { least, share, forCachedAnswers = 0 } = pool;
    return [{ name, share, least: least + (isCaching ? forCachedAnswers : 0) }];
  });
  const spare = total - pooled.reduce((sum, { least }) => sum + least, 0);
  if (!(spare >= 0)) throw new StartError(`DATABASE_POOL_SIZE is ${total}: all services in one process need ${total - spare} or more.`);
  const sizes = pooled.map(({ name, least, share }) => ({ name, size: least + Math.floor(spare * share) }));
  const rest = total - sizes.reduce((sum, { size }) => sum + size, 0);
  return new Map(sizes.map(({ name, size }, at) => [name, at === 0 ? size + rest : size]));
}

/** The process's variable with the settings of its services, as JSON. */
export const SERVICES_VARIABLE = "COLOPHON_SERVICES";

/** By service: its own variables, its socket, and its round in a stop. */
export type ServiceSettings = Readonly<
  Record<string, { readonly variables: Readonly<Record<string, string>>; readonly stopRound: number; readonly socket?: string }>
>;
