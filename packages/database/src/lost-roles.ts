import type { Schema } from "@colophon/engine";
import type { Database, Row } from "./database.ts";

/** A role that is gone from the configuration, and how many still have it: they may do nothing until they get another one. */
export interface LostRole {
  readonly role: string;
  readonly users: number;
  readonly keys: number;
}

/** The roles that users or API keys have, but the configuration doesn't. */
export async function lostRoles(database: Database, schema: Schema): Promise<readonly LostRole[]> {
  return database.run<Row & LostRole>({ text: LOST }, [[...schema.roles.keys()]]);
}

const LOST = `
  select role, count(*) filter (where of = 'user')::int as users, count(*) filter (where of = 'key')::int as keys
  from (
    select role, 'user' as of from cms.users
    union all select role, 'key' from cms.api_keys where expires_at is null or expires_at > now()
  ) as held
  where role <> all($1) group by role order by role`;
