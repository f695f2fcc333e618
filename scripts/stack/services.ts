import { ENV } from "@colophon/config";
import type { EnvName } from "@colophon/config";
import type { ServiceRole } from "@colophon/database";
import { programFile, type ProcessName } from "@colophon/runtime";

/** A process of the product: its program, its variables, the gateway's variable for its URL, and its stop round. */
export interface Service {
  readonly name: ProcessName;
  /** The path of its program. */
  readonly entry: string;
  readonly kind: "gateway" | "content" | "auth" | "asset" | "search" | "workers";
  /** The gateway's variable with the URL of this service. */
  readonly urlName?: EnvName;
  /** The name of its PostgreSQL role; without one it doesn't connect. */
  readonly role?: ServiceRole;
  /** The processes of round 1 have exited before those of round 2 get the stop signal. */
  readonly stopRound: 1 | 2 | 3;
}

/** Every process that `npm start` runs, one of each. */
export const SERVICES: readonly Service[] = [
  { name: "gateway", entry: entry("gateway/src/main"), kind: "gateway", stopRound: 1 },
  { name: "content", entry: entry("services/content/src/main"), kind: "content", urlName: "CONTENT_URL", role: "content", stopRound: 2 },
  { name: "auth", entry: entry("services/auth/src/main"), kind: "auth", urlName: "AUTH_URL", role: "auth", stopRound: 2 },
  { name: "search", entry: entry("services/search/src/main"), kind: "search", urlName: "SEARCH_URL", role: "search", stopRound: 2 },
  { name: "asset", entry: entry("services/asset/src/main"), kind: "asset", urlName: "ASSET_URL", role: "asset", stopRound: 2 },
  { name: "email-worker", entry: entry("services/auth/src/worker"), kind: "workers", role: "email_worker", stopRound: 3 },
  { name: "asset-worker", entry: entry("services/asset/src/worker"), kind: "workers", role: "asset_worker", stopRound: 3 },
];

function entry(path: string): string {
  return programFile(import.meta, `../../${path}`);
}

type Variables = Readonly<Record<string, string | undefined>>;

/**
 * The environment of one service: the project's own variables (its configuration may read them), and those of the product
 * that this kind of process needs.
 */
export function environmentOf(kind: Service["kind"], variables: Variables): Record<string, string> {
  const result: Record<string, string> = {};
  for (const [name, value] of Object.entries(variables)) {
    if (value === undefined || name.startsWith("npm_") || name === "NODE_OPTIONS") continue;
    if (!isProductVariable(name) || needs(kind, name)) result[name] = value;
  }
  return result;
}

function isProductVariable(name: string): name is EnvName {
  return Object.hasOwn(ENV, name);
}

function needs(kind: Service["kind"], name: EnvName): boolean {
  const { processes }: { readonly processes: readonly string[] } = ENV[name];
  return processes.includes(kind);
}
