/** `cms.users`, for the product's own queries. Callers read and write users as records of `_user`. */
import type { Schema } from "@colophon/engine";
import pg from "pg";
import type { Database, Row } from "../../database.ts";

const { escapeIdentifier: quoted } = pg;

/** Whether any user has one of the roles. */
export async function hasUserWithRole(client: pg.ClientBase, roles: readonly string[]): Promise<boolean> {
  return (await client.query("select from cms.users where role = any ($1) limit 1", [roles])).rows.length > 0;
}

const GIVE_ROLE = `
  insert into cms.users as u (id, email, name, role, published_at) values ($1, $2, $3, $4, now())
  on conflict (lower(email)) do update set role = excluded.role, version = u.version + 1, updated_at = now(),
    updated_by = null, updated_by_kind = null`;

/** Adds a user; an existing user with that email address gets the role. */
export async function assignRole(
  db: Pick<Database, "run">,
  { id, email, name, role }: { readonly id: string; readonly email: string; readonly name: string; readonly role: string },
): Promise<void> {
  await db.run({ text: GIVE_ROLE }, [id, email, name, role]);
}

const NAMES = { name: "users-names", text: "select id, name from cms.users where id = any($1::uuid[])" };

/** The names of users, by their ids, without deleted users. */
export async function namesOfUsers(db: Pick<Database, "run">, ids: readonly string[]): Promise<ReadonlyMap<string, string | null>> {
  const rows = await db.run<{ id: string; name: string | null }>(NAMES, [ids]);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/**
 * A role that is no longer in the configuration, and how many users or keys have it: they have no permissions until they get another one.
 */
export interface LostRole {
  readonly role: string;
  readonly users: number;
  readonly keys: number;
}

const LOST = `
  select role, count(*) filter (where of = 'user')::int as users, count(*) filter (where of = 'key')::int as keys
  from (
    select role, 'user' as of from cms.users where role <> '' -- of none is who is being removed
    union all select role, 'key' from cms.api_keys where expires_at is null or expires_at > now()
  ) as held
  where role <> all($1) group by role order by role`;

/** The roles of users or API keys that are not in the configuration. */
export async function lostRoles(database: Pick<Database, "run">, schema: Schema): Promise<readonly LostRole[]> {
  return database.run<Row & LostRole>({ text: LOST }, [[...schema.roles.keys()]]);
}

/** A column that refers to users. */
export interface UserReference {
  /** With its schema: `content.article`. */
  readonly table: string;
  readonly column: string;
}

/**
 * Removes users without references to them, if a staged user has the same email address and another id. This signs the person out. @param
 * staged - SQL for a table with columns `id` and `email`.
 */
export async function removeUnusedUsers(client: pg.ClientBase, staged: string, references: readonly UserReference[]): Promise<void> {
  const unused = references
    .filter(({ table }) => table !== "cms.sessions")
    .map(({ table, column }) => {
      const [schema = "", ...name] = table.split(".");
      return `not exists (select from ${quoted(schema)}.${quoted(name.join("."))} r where r.${quoted(column)} = u.id)`;
    });
  const same = `select from ${staged} s where lower(s.email) = lower(u.email) and s.id <> u.id`;
  const isStaged = `select from ${staged} s where s.id = u.id`;
  const conditions = [`exists (${same})`, `not exists (${isStaged})`, ...unused];
  await client.query(`delete from cms.users u where ${conditions.join(" and ")}`);
}
