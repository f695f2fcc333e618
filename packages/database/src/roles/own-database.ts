import pg from "pg";
import { transactionOn } from "../transactions/on-client.ts";
import { roleNameOf } from "./credentials.ts";
import { SERVICE_ROLES } from "./grants.ts";

const { escapeIdentifier: quoted, escapeLiteral: literal } = pg;

export interface DatabaseOwner {
  readonly name: string;
  readonly password: string;
}

/**
 * Gives a database and all its objects to a role that is no superuser: it may do everything in this database and create the services'
 * roles, but reads no file, starts no program, and changes nothing of the server. Creates the role if it is missing. What an earlier release
 * has created as the superuser is given to it too. @param url - of a superuser
 */
export async function transferDatabase(url: string, owner: DatabaseOwner): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  await client.connect();
  try {
    await transactionOn(client, () => transfer(client, owner));
  } finally {
    await client.end();
  }
}

async function transfer(client: pg.ClientBase, { name, password }: DatabaseOwner): Promise<void> {
  const owner = quoted(name);
  const { rowCount } = await client.query("select from pg_roles where rolname = $1", [name]);
  if (!rowCount) await client.query(`create role ${owner}`);
  await client.query(`alter role ${owner} login nosuperuser createrole nocreatedb noreplication nobypassrls password ${literal(password)}`);
  const { rows: statements } = await client.query<{ text: string }>(STATEMENTS, [name]);
  for (const { text } of statements) await client.query(text);
  const { rows: databases } = await client.query<{ name: string }>("select current_database() as name");
  const services = SERVICE_ROLES.map((service) => roleNameOf(databases[0]?.name ?? "", service));
  const { rows: roles } = await client.query<{ role: string }>(ROLES, [name, services]);
  for (const { role } of roles) await client.query(`grant ${quoted(role)} to ${owner} with admin true, inherit false, set false`);
}

/** What belongs to somebody else: the database, schemas, relations, functions and types. Members of extensions stay, and what other objects contain. */
const STATEMENTS = `
  with me as (select oid from pg_roles where rolname = $1),
  places as (select oid, nspname from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema'),
  dependent as (select classid, objid from pg_depend where deptype in ('e', 'i')
    union select classid, objid from pg_depend where deptype = 'a' and classid = 'pg_class'::regclass and refclassid = 'pg_class'::regclass
      and refobjsubid > 0)
  select format('alter database %I owner to %I', datname, $1::text) as text from pg_database
    where datname = current_database() and datdba <> (select oid from me)
  union all
  select format('alter schema %I owner to %I', nspname, $1::text) from pg_namespace
    where oid in (select oid from places) and nspname <> 'public' and nspowner <> (select oid from me)
  union all
  select format('alter %s %s owner to %I',
      case relkind when 'v' then 'view' when 'm' then 'materialized view' when 'S' then 'sequence' else 'table' end, c.oid::regclass, $1::text)
    from pg_class c where relnamespace in (select oid from places) and relkind in ('r', 'p', 'v', 'm', 'S') and relowner <> (select oid from me)
    and not exists (select from dependent d where d.classid = 'pg_class'::regclass and d.objid = c.oid)
  union all
  select format('alter routine %s owner to %I', p.oid::regprocedure, $1::text)
    from pg_proc p where pronamespace in (select oid from places) and prokind in ('f', 'p') and proowner <> (select oid from me)
    and not exists (select from dependent d where d.classid = 'pg_proc'::regclass and d.objid = p.oid)
  union all
  select format('alter type %s owner to %I', t.oid::regtype, $1::text)
    from pg_type t where typnamespace in (select oid from places) and typtype in ('e', 'd', 'r') and typowner <> (select oid from me)
    and not exists (select from dependent d where d.classid = 'pg_type'::regclass and d.objid = t.oid)`;

/** The services' roles that the superuser created: the owner of the database gives them their passwords and grants. */
const ROLES = `
  select rolname as role from pg_roles r where rolname = any ($2::text[]) and not exists (
    select from pg_auth_members m where m.roleid = r.oid and m.admin_option and m.member = (select oid from pg_roles where rolname = $1))`;
