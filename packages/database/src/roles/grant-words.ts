import pg from "pg";
import { roleNameOf } from "./credentials.ts";
import { PRIVILEGES, SERVICE_ROLES, WORDS_TABLE_GRANTS } from "./grants.ts";

const WORDS =
  "select relname as name from pg_class c join pg_namespace n on n.oid = relnamespace where nspname = 'cms' and relkind = 'r' and relname like 'search.%'";

/** The tables of words that are there. */
export async function wordsTables(client: pg.ClientBase): Promise<readonly string[]> {
  return (await client.query<{ name: string }>(WORDS)).rows.map(({ name }) => name);
}

/**
 * Gives the services' roles that are there what they need of the tables of words, in the transaction that makes those:
 * from its end on a running service writes to them with each record.
 */
export async function grantWords(client: pg.ClientBase): Promise<void> {
  const tables = (await wordsTables(client)).map((name) => `cms.${pg.escapeIdentifier(name)}`).join(", ");
  const { rows: databases } = await client.query<{ name: string }>("select current_database() as name");
  const roles = new Map(SERVICE_ROLES.map((service) => [roleNameOf(databases[0]?.name ?? "", service), WORDS_TABLE_GRANTS[service]]));
  const { rows } = await client.query<{ name: string }>("select rolname as name from pg_roles where rolname = any ($1)", [
    [...roles.keys()],
  ]);
  for (const { name } of rows) {
    const grant = roles.get(name);
    if (grant && tables !== "") await client.query(`grant ${PRIVILEGES[grant]} on ${tables} to ${pg.escapeIdentifier(name)}`);
  }
}
