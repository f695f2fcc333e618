import { namesOfUsers, type Database } from "@colophon/database";
import type { Schema } from "@colophon/engine";
import type { Call } from "../http/calls.ts";

/** The caller, in the form of `GET /api/auth/me`. */
export async function callerIn({ user, role }: Call, { schema, database }: { readonly schema: Schema; readonly database: Database }) {
  const names = user && (await namesOfUsers(database, [user.id]));
  const isAdmin = schema.roles.get(role)?.isAdmin === true;
  return { user: user && { id: user.id, email: user.email, name: names?.get(user.id) ?? "", role }, role, isAdmin };
}
