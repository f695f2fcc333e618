/** What writing a user brings with it: the last admin stays, and a new address ends what the old one could do. */
import { sql } from "../sql.ts";
import type { Sql } from "../sql.ts";
import type { Entity, Schema } from "../types.ts";
import { NOW } from "./values.ts";

type Values = Readonly<Record<string, unknown>>;

function adminRoles(schema: Schema): readonly string[] {
  return [...schema.roles.values()].filter((role) => role.isAdmin).map((role) => role.name);
}

/** The verdict's case for a change of role that would leave no admin. */
export function demotesLastAdmin(schema: Schema, entity: Entity, values: Values): readonly Sql[] {
  if (entity.name !== "_user" || !Object.hasOwn(values, "role")) return [];
  const roles = sql`${adminRoles(schema)}::text[]`;
  return [
    sql`when target.role = any (${roles}) and next.role <> all (${roles}) and cms.is_last_with_role(target.id, ${roles}) then 'last_admin'`,
  ];
}

/** The same for a deletion. */
export function deletesLastAdmin(schema: Schema, entity: Entity): readonly Sql[] {
  if (entity.name !== "_user") return [];
  const roles = sql`${adminRoles(schema)}::text[]`;
  return [sql`when target.role = any (${roles}) and cms.is_last_with_role(target.id, ${roles}) then 'last_admin'`];
}

/** A new address ends the user's sessions and the codes that were asked for with the old one. */
export function endSignIns(entity: Entity, values: Values): readonly Sql[] {
  if (entity.name !== "_user" || !Object.hasOwn(values, "email")) return [];
  const moved = sql`select target.id, target.email from target, written where target.email is distinct from written.email`;
  return [
    sql`ended as (delete from cms.sessions s using (${moved}) moved where s.user_id = moved.id)`,
    sql`voided as (update cms.login_requests l set used_at = ${NOW} from (${moved}) moved where lower(l.email) = lower(moved.email) and l.used_at is null)`,
  ];
}
