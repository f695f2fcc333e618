/** Whether a record is deleted in the background: it has many references, or a foreign key of a row that will soon be deleted. */
import { MANY_REFERRERS } from "../../../plan/removal.ts";
import type { CascadeRestriction, ReferrerPath, Removal } from "../../../plan/removal.ts";
import type { Referrer } from "../../../references/referrers.ts";
import { whileRemoving } from "../../removed.ts";
import { allOf, anyOf, column, join, literal, name, sql, table } from "../../sql.ts";
import type { Sql } from "../../sql.ts";

/** `target` has more references than are handled at once (no more of each kind are counted), or can't be deleted alone. */
export function isDeletedInBackground({ paths, keeping, restricting }: Removal): Sql {
  const isMany = sql`${join(paths.map(counted), " + ")} > ${literal(String(MANY_REFERRERS))}`;
  const others = [...keeping.map(hasCascadeRestriction), ...restricting.map(isRestrictedByRemoved)];
  return others.length === 0 ? isMany : anyOf([isMany, ...others]);
}

/** Whether a record that refers to `target` and restricts its deletion is itself being removed. */
function isRestrictedByRemoved({ table: of, column: to, source }: Referrer): Sql {
  const rows = sql`select from ${table(of)} k join cms.removals g on g.id = ${column("k", source)} where ${column("k", to)} = target.id`;
  return whileRemoving(sql`exists (${rows})`, sql`false`);
}

/** How many times longer a reference inside JSON takes to clear than a column. */
const NESTED_WEIGHT = 10;

/** The rows of a path that starts at `target`, each with its own alias. */
function rowsOfPath(path: ReferrerPath): { readonly tables: readonly Sql[]; readonly leads: readonly Sql[] } {
  return {
    tables: path.map(({ table: of }, at) => sql`${table(of)} ${name(`r${at}`)}`),
    leads: path.map(({ column: to }, at) => sql`${column(`r${at}`, to)} = ${idAt(path, at - 1)}`),
  };
}

/** The id of the record at an index of the path, -1 for `target`. */
function idAt(path: ReferrerPath, at: number): Sql {
  return at < 0 ? sql`target.id` : column(`r${at}`, path[at]?.source ?? "id");
}

function counted(path: ReferrerPath): Sql {
  const weight = path.some(({ kind }) => kind === "nested") ? NESTED_WEIGHT : 1;
  const { tables, leads } = rowsOfPath(path);
  const rows = sql`select from ${join(tables)} where ${allOf(leads)} limit ${literal(String(MANY_REFERRERS / weight + 1))}`;
  const count = sql`(select count(*) from (${rows}) r)`;
  return weight === 1 ? count : sql`${count} * ${literal(String(weight))}`;
}

/**
 * Whether a record that is deleted with `target` refers to `target`, or to one earlier in the path, in a way that prevents its deletion.
 */
function hasCascadeRestriction({ path, kept, index }: CascadeRestriction): Sql {
  const { tables, leads } = rowsOfPath(path);
  const same = [sql`${column("k", kept.column)} = ${idAt(path, index)}`, sql`${column("k", kept.source)} = ${idAt(path, path.length - 1)}`];
  return sql`exists (select from ${join([...tables, sql`${table(kept.table)} k`])} where ${allOf([...leads, ...same])})`;
}
