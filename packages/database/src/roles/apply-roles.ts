import pg from "pg";
import { withClient } from "../connections/connection.ts";
import { LOCKS, withSessionLock } from "../locks.ts";
import { transactionOn } from "../transactions/on-client.ts";
import type { Limits } from "../connections/limits.ts";
import { rolePasswordOf, roleNameOf } from "./credentials.ts";
import { endTemporaryTables, grantFunctions } from "./function-grants.ts";
import { ENTITY_TABLE_GRANTS, PRIVILEGES, SERVICE_ROLES, SYSTEM_TABLE_GRANTS, SYSTEM_VIEW_GRANTS, WORDS_TABLE_GRANTS } from "./grants.ts";
import type { Grant, ServiceRole } from "./grants.ts";
import { setRoleSettings } from "./role-settings.ts";

const { escapeIdentifier: quoted, escapeLiteral: literal } = pg;

/** Whether the user of this database may create roles. */
export async function mayCreateRoles(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ may: boolean }>(
    "select rolsuper or rolcreaterole as may from pg_roles where rolname = current_user",
  );
  return rows[0]?.may ?? false;
}

/** Whether the user of that address may create roles. @throws Error when the server doesn't answer. */
export async function mayCreateRolesAt(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 4_000 });
  await client.connect();
  try {
    return await mayCreateRoles(client);
  } finally {
    await client.end();
  }
}

/**
 * Creates the missing roles of the services, and gives each its password and exactly the grants of the table. Processes may run it
 * concurrently and repeatedly. @param key - the passwords are derived from it. @param pooled - the time limits of the roles, if the services
 * reach the server through a pooler.
 */
export function applyRoles(pool: pg.Pool, key: string, pooled?: Limits): Promise<void> {
  return withClient(pool, (client) =>
    withSessionLock(client, LOCKS.roles, async () => {
      const { rows } = await client.query<{ name: string }>("select current_database() as name");
      const database = rows[0]?.name ?? "";
      const { rows: found } = await client.query<{ name: string }>(
        "select relname as name from pg_class c join pg_namespace n on n.oid = relnamespace where nspname = 'cms' and relkind = 'r' and relname like 'search.%'",
      );
      const words = found.map(({ name }) => name);
      const roles = new Map(SERVICE_ROLES.map((service) => [service, roleNameOf(database, service)]));
      await transactionOn(client, async () => {
        for (const [service, role] of roles) {
          await makeRole(client, role, rolePasswordOf(key, service));
          for (const statement of grantsFor(service, quoted(role), words)) await client.query(statement);
          if (pooled) await setRoleSettings(client, role, { limits: pooled, readOnly: service === "search" });
        }
        await client.query("select pg_advisory_xact_lock($1)", [LOCKS.removals.number]); // services replace a function under it
        await grantFunctions(client, roles);
        await endTemporaryTables(client, database);
      });
    }),
  );
}

/** The services share the current user: gives it the settings that they need behind a pooler. */
export function limitSharedRole(pool: pg.Pool, limits: Limits): Promise<void> {
  return withClient(pool, (client) =>
    withSessionLock(client, LOCKS.roles, () => setRoleSettings(client, null, { limits, readOnly: false })),
  );
}

async function makeRole(client: pg.ClientBase, role: string, password: string): Promise<void> {
  const { rows } = await client.query("select from pg_roles where rolname = $1", [role]);
  if (rows.length === 0) await client.query(`create role ${quoted(role)}`);
  await client.query(`alter role ${quoted(role)} login noinherit password ${literal(password)}`);
}

/** The statements after which a role has exactly these grants. */
function grantsFor(service: ServiceRole, role: string, words: readonly string[]): readonly string[] {
  const tables: (readonly [name: string, grant: Grant | undefined])[] = [
    ...Object.entries({ ...SYSTEM_TABLE_GRANTS, ...SYSTEM_VIEW_GRANTS }).map(([name, grants]) => [name, grants[service]] as const),
    ...words.map((name) => [name, WORDS_TABLE_GRANTS[service]] as const),
  ];
  const entity = ENTITY_TABLE_GRANTS[service];
  return [
    `revoke all on all tables in schema cms, content from ${role}`,
    `grant usage on schema cms, content to ${role}`,
    ...tables.flatMap(([name, grant]) => (grant ? [`grant ${PRIVILEGES[grant]} on cms.${quoted(name)} to ${role}`] : [])),
    `grant usage on all sequences in schema cms to ${role}`,
    ...(entity
      ? [
          `grant ${PRIVILEGES[entity]} on all tables in schema content to ${role}`,
          `alter default privileges in schema content grant ${PRIVILEGES[entity]} on tables to ${role}`,
        ]
      : []),
  ];
}
