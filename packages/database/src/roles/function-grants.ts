import pg from "pg";
import { OWNER_FUNCTION_GRANTS, SERVICE_ROLES } from "./grants.ts";
import type { ServiceRole } from "./grants.ts";

/** A function and the roles that may call it besides its owner: now, and as it should be. */
interface FunctionGrants {
  readonly name: string;
  /** `owner` runs with the privileges of the tables' owner; a trigger function needs no privilege when its trigger fires. */
  readonly kind: "owner" | "trigger" | "caller";
  readonly signature: string;
  readonly granted: readonly string[];
}

/** Every role of the server; no role can have this name. */
const PUBLIC = "public";

/**
 * Lets each service call the functions that it needs, and nobody else any: whoever may call a trigger function may attach it to a table of
 * their own, with arguments of their choice. Writes nothing if the grants are complete.
 */
export async function grantFunctions(client: pg.ClientBase, roles: ReadonlyMap<ServiceRole, string>): Promise<void> {
  const { rows } = await client.query<FunctionGrants>(FUNCTIONS, [[...roles.values()]]);
  for (const { name, kind, signature, granted } of rows) {
    const wanted = callersOf(name, kind).flatMap((service) => roles.get(service) ?? []);
    const excess = granted.filter((role) => !wanted.includes(role));
    const missing = wanted.filter((role) => !granted.includes(role));
    if (excess.length > 0) await client.query(`revoke execute on function ${signature} from ${listOf(excess)}`);
    if (missing.length > 0) await client.query(`grant execute on function ${signature} to ${listOf(missing)}`);
  }
}

function callersOf(name: string, kind: FunctionGrants["kind"]): readonly ServiceRole[] {
  if (kind === "caller") return SERVICE_ROLES;
  return kind === "owner" ? (OWNER_FUNCTION_GRANTS[name] ?? []) : [];
}

function listOf(roles: readonly string[]): string {
  return roles.map((role) => (role === PUBLIC ? role : pg.escapeIdentifier(role))).join(", ");
}

/** From now on only the owner of the database creates temporary tables. Nothing happens if this user is not the owner. */
export async function endTemporaryTables(client: pg.ClientBase, database: string): Promise<void> {
  const { rows } = await client.query<{ may: boolean }>("select has_database_privilege('public', current_database(), 'temporary') as may");
  if (rows[0]?.may) await client.query(`revoke temporary on database ${pg.escapeIdentifier(database)} from public`);
}

/** Grants to roles that are neither ours nor everybody's belong to the server's administrator, and stay. */
const FUNCTIONS = `
  select p.proname as name, p.oid::regprocedure::text as signature,
    case when p.prorettype = 'trigger'::regtype then 'trigger' when p.prosecdef then 'owner' else 'caller' end as kind,
    array(select case when a.grantee = 0 then '${PUBLIC}' else r.rolname::text end
      from aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a left join pg_roles r on r.oid = a.grantee
      where a.privilege_type = 'EXECUTE' and (a.grantee = 0 or r.rolname::text = any ($1::text[]))) as granted
  from pg_proc p join pg_namespace n on n.oid = p.pronamespace
  where n.nspname in ('cms', 'content') and p.prokind = 'f' and pg_has_role(p.proowner, 'usage')
  order by p.oid`;
