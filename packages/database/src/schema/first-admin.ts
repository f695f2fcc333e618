import { canonicalEmail } from "@colophon/model";
import type { Schema } from "@colophon/engine";
import { withClient } from "../connections/connection.ts";
import type { Database } from "../database.ts";
import { newId } from "../ids.ts";
import { giveRole, hasUserWithRole } from "../tables/users.ts";
import { SchemaRefused } from "./refusals.ts";

/**
 * Creates the first admin, with the first admin role, if no user has an admin role. An existing user with that email address becomes the
 * admin. @returns the email address of an admin who was created now. @throws SchemaRefused without an admin and without an address.
 */
export async function ensureAdmin(database: Database, schema: Schema, email: string | undefined): Promise<string | undefined> {
  const roles = [...schema.roles.values()].filter(({ isAdmin }) => isAdmin).map(({ name }) => name);
  const [first = ""] = roles;
  if (await withClient(database.pool, (client) => hasUserWithRole(client, roles))) return undefined;
  if (!email) throw new SchemaRefused("There is no admin.", ["Set CMS_ADMIN_EMAIL to the address of the first admin"]);
  const address = canonicalEmail(email);
  await giveRole(database, { id: newId(), email: address, name: address.split("@")[0] ?? "", role: first });
  return address;
}
