import type { Schema } from "@colophon/engine";
import type { Database } from "./database.ts";
import { newId } from "./ids.ts";
import { SchemaRefused } from "./refusals.ts";

/**
 * Makes the first admin, with the first admin role, where no user has an admin role. A user of that address who is
 * there already becomes the admin.
 * @returns the address of an admin who was made now.
 * @throws SchemaRefused without an admin and without an address.
 */
export async function ensureAdmin(database: Database, schema: Schema, email: string | undefined): Promise<string | undefined> {
  const roles = [...schema.roles.values()].filter(({ isAdmin }) => isAdmin).map(({ name }) => name);
  const found = await database.one({ text: "select from cms.users where role = any($1) limit 1" }, [roles]);
  if (found) return undefined;
  if (!email) throw new SchemaRefused("Nobody could sign in as an admin.", ["Set CMS_ADMIN_EMAIL to the address of the first admin"]);
  const address = email.toLowerCase();
  await database.run({ text: INSERT }, [newId(), address, address.split("@")[0], roles[0]]);
  return address;
}

const INSERT = `
  insert into cms.users as u (id, email, name, role, published_at) values ($1, $2, $3, $4, now())
  on conflict (lower(email)) do update set role = excluded.role, version = u.version + 1, updated_at = now()`;
