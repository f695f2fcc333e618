import { addressOf, mayCreateRolesAt, SERVICE_ROLES, serviceUrls, type ServiceRole } from "@colophon/database";
import { migrateSite } from "../../../../../services/content/src/migration.ts";
import { environmentOf } from "../environments.ts";
import { keptSecret } from "../secrets.ts";
import type { Variables } from "../services.ts";

/** The input of the migration. */
export interface TablesOptions {
  readonly databaseUrl: string;
  readonly dataFolder: string;
  /** The variables of all processes. */
  readonly variables: Variables;
}

/** The observer of the migration. */
export interface Observer {
  /** Called with messages for the person who started it. */
  readonly report: (text: string) => void;
  readonly signal: AbortSignal;
}

/**
 * Updates the tables for this release and this configuration, before anything serves.
 * @returns the database URLs of the services, with their own roles if the given user may create roles.
 */
export async function prepareTables(
  { databaseUrl, dataFolder, variables }: TablesOptions,
  { report, signal }: Observer,
): Promise<Readonly<Partial<Record<ServiceRole, Variables>>>> {
  const directUrl = variables["DATABASE_DIRECT_URL"]?.trim() || databaseUrl;
  const separate = await mayCreateRolesAt(directUrl).catch(() => {
    report(`Waiting for PostgreSQL at ${addressOf(directUrl)}. Check DATABASE_URL, and check that the server is running.`);
    return false;
  });
  const key = separate ? keptSecret(dataFolder, "database-roles-key") : undefined;
  const own = { ...environmentOf("content", variables), ...(key !== undefined && { DATABASE_ROLES_KEY: key }) };
  await migrateSite({ variables: own, signal });
  if (key !== undefined) return ownUrls(databaseUrl, directUrl, key);
  report(
    "The user in DATABASE_URL may not create roles. All services share this user, so an attacker who controls one service can change all data.",
  );
  return {};
}

function ownUrls(databaseUrl: string, directUrl: string, key: string): Readonly<Partial<Record<ServiceRole, Variables>>> {
  const urls = serviceUrls(databaseUrl, key);
  const direct = serviceUrls(directUrl, key);
  return Object.fromEntries(SERVICE_ROLES.map((role) => [role, { DATABASE_URL: urls[role], DATABASE_DIRECT_URL: direct[role] }]));
}
