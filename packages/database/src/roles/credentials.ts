import { hkdfSync } from "node:crypto";
import { SERVICE_ROLES } from "./grants.ts";
import type { ServiceRole } from "./grants.ts";

const MAX_NAME = 63;
const PASSWORD_BYTES = 24;

/** The name of a service's role: roles belong to the whole server, so it contains the database's name. */
export function roleNameOf(database: string, service: ServiceRole): string {
  return `${database.slice(0, MAX_NAME - service.length - 1)}_${service}`;
}

/** The password of a service's role, derived from a key that only the migration and the process that starts the services have. */
export function rolePasswordOf(key: string, service: ServiceRole): string {
  return Buffer.from(hkdfSync("sha256", key, "", `PostgreSQL role ${service}`, PASSWORD_BYTES)).toString("base64url");
}

/** The URL of the same database for each service, with its own role. */
export function serviceUrls(ownerUrl: string, key: string): Readonly<Record<ServiceRole, string>> {
  const urls = SERVICE_ROLES.map((service) => {
    const url = new URL(ownerUrl);
    const database = decodeURIComponent(url.pathname.slice(1)) || decodeURIComponent(url.username);
    url.username = encodeURIComponent(roleNameOf(database, service));
    url.password = rolePasswordOf(key, service);
    return [service, url.href];
  });
  return Object.fromEntries(urls) as Record<ServiceRole, string>;
}
