import pg from "pg";
import { sessionSettings, timeLimits } from "../connections/pool.ts";
import { queryOn } from "../connections/connection.ts";
import type { Limits } from "../connections/limits.ts";

const { escapeIdentifier: quoted, escapeLiteral: literal } = pg;

interface RoleOptions {
  readonly limits: Omit<Limits, "anonymousStatementMs">;
  readonly readOnly: boolean;
}

/**
 * Gives a role the settings of a service's sessions in this database: behind a pooler in transaction mode a service can't set them itself.
 * Connections that a pooler has open keep their old ones.
 *
 * @param role - null for the current user.
 */
export async function setRoleSettings(client: pg.ClientBase, role: string | null, { limits, readOnly }: RoleOptions): Promise<void> {
  const { rows } = await client.query<{ name: string }>("select current_database() as name");
  const of = `${role === null ? "current_user" : quoted(role)} in database ${quoted(rows[0]?.name ?? "")}`;
  const settings = { ...sessionSettings(readOnly), ...timeLimits(limits) };
  for (const [name, value] of Object.entries(settings)) await client.query(`alter role ${of} set ${name} = ${literal(String(value))}`);
}

const HAS_SETTINGS = `select exists (
  select from pg_db_role_setting cross join unnest(setconfig) as setting
  where setdatabase = (select oid from pg_database where datname = current_database())
    and setrole = (select oid from pg_roles where rolname = current_user)
    and lower(setting) = 'timezone=utc') as has`;

/** Whether the current user has them. */
export async function hasRoleSettings(client: pg.ClientBase): Promise<boolean> {
  return (await queryOn<{ has: boolean }>(client, { text: HAS_SETTINGS })).rows[0]?.has === true;
}
