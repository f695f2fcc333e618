import { ENV } from "@colophon/config";
import type { EnvName } from "@colophon/config";
import type { ServiceRole } from "@colophon/database";
import { programFile, type ProcessName } from "@colophon/runtime";

/** A service of the product: its program, the gateway's variable for its address, and its stop round. */
export interface Service {
  readonly name: ProcessName;
  /** The path of the program that runs it alone. */
  readonly entry: string;
  /** The gateway's variable with the URL of this service. */
  readonly urlName?: EnvName;
  /** The name of its PostgreSQL role; without one it doesn't connect. */
  readonly role?: ServiceRole;
  /** Its part of `DATABASE_POOL_SIZE`, if one process runs all services. */
  readonly poolShare?: number;
  /** The services of round 1 have stopped before those of round 2 begin to. */
  readonly stopRound: 1 | 2 | 3;
}

/** Every service that `npm start` runs, one of each. */
export const SERVICES: readonly Service[] = [
  { name: "gateway", entry: entry("gateway/src/main"), stopRound: 1 },
  { name: "content", entry: entry("services/content/src/main"), urlName: "CONTENT_URL", role: "content", poolShare: 0.4, stopRound: 2 },
  { name: "auth", entry: entry("services/auth/src/main"), urlName: "AUTH_URL", role: "auth", poolShare: 0.15, stopRound: 2 },
  { name: "search", entry: entry("services/search/src/main"), urlName: "SEARCH_URL", role: "search", poolShare: 0.15, stopRound: 2 },
  { name: "asset", entry: entry("services/asset/src/main"), urlName: "ASSET_URL", role: "asset", poolShare: 0.1, stopRound: 2 },
  { name: "email-worker", entry: entry("services/auth/src/worker"), role: "email_worker", poolShare: 0.1, stopRound: 3 },
  { name: "asset-worker", entry: entry("services/asset/src/worker"), role: "asset_worker", poolShare: 0.1, stopRound: 3 },
];

function entry(path: string): string {
  return programFile(import.meta, `../../${path}`);
}

export type Variables = Readonly<Record<string, string | undefined>>;

/**
 * The environment of one service: the project's own variables (its configuration may read them), and those of the product
 * that this service needs.
 */
export function environmentOf(name: ProcessName, variables: Variables): Record<string, string> {
  return pick(variables, (variable) => {
    const known = productVariable(variable);
    return known === undefined || needs(name, known);
  });
}

/** The product's variables that this service needs, alone. */
export function ownVariablesOf(name: ProcessName, variables: Variables): Record<string, string> {
  return pick(variables, (variable) => {
    const known = productVariable(variable);
    return known !== undefined && needs(name, known);
  });
}

function pick(variables: Variables, isMeant: (name: string) => boolean): Record<string, string> {
  const result: Record<string, string> = {};
  for (const [name, value] of Object.entries(variables)) {
    if (value === undefined || name.startsWith("npm_") || name === "NODE_OPTIONS") continue;
    if (isMeant(name)) result[name] = value;
  }
  return result;
}

/** The product's variable that `NAME` or `NAME_FILE` sets. */
function productVariable(name: string): EnvName | undefined {
  return [name, name.replace(/_FILE$/, "")].find((candidate) => Object.hasOwn(ENV, candidate)) as EnvName | undefined;
}

function needs(service: ProcessName, name: EnvName): boolean {
  const { processes }: { readonly processes: readonly string[] } = ENV[name];
  return processes.includes(service);
}
