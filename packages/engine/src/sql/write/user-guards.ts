/** Additional rules for writes of users: the last admin stays, and a new email address ends the old one's sessions and codes. */
import { empty, sql } from "../sql.ts";
import type { Sql } from "../sql.ts";
import type { WriteAccess } from "../../plan/access.ts";
import type { Placeholder } from "../../placeholder.ts";
import type { Entity } from "../../types.ts";

type Values = Readonly<Record<string, unknown>>;

/** The case of the outcome for a change of role that would leave no admin. */
export function demotesLastAdmin({ entity, adminRoles }: WriteAccess, values: Values): readonly Sql[] {
  if (entity.name !== "_user" || !Object.hasOwn(values, "role")) return [];
  const roles = sql`${adminRoles}::text[]`;
  return [
    sql`when target.role = any (${roles}) and next.role <> all (${roles}) and cms.is_last_with_role(target.id, ${roles}) then 'last_admin'`,
  ];
}

/** The same for a deletion. */
export function deletesLastAdmin({ entity, adminRoles }: WriteAccess): readonly Sql[] {
  if (entity.name !== "_user") return [];
  const roles = sql`${adminRoles}::text[]`;
  return [sql`when target.role = any (${roles}) and cms.is_last_with_role(target.id, ${roles}) then 'last_admin'`];
}

/**
 * A new email address ends the user's sessions, except the one to keep. A trigger ends the codes: it has more privileges than the service.
 */
export function endSessions(entity: Entity, values: Values, keptSession: Placeholder | null): readonly Sql[] {
  if (entity.name !== "_user" || !Object.hasOwn(values, "email")) return [];
  const moved = sql`select target.id from target, written where target.email is distinct from written.email`;
  const others = keptSession ? sql` and s.id <> ${keptSession}::uuid` : empty;
  return [sql`ended as (delete from cms.sessions s using (${moved}) moved where s.user_id = moved.id${others})`];
}
