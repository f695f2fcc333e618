/** Whether a record has many referrers: then it goes in the background. */
import { MANY_REFERRERS } from "../../plan/removal.ts";
import type { ReferrerPath } from "../../plan/removal.ts";
import { allOf, column, join, literal, name, sql, table } from "../sql.ts";
import type { Sql } from "../sql.ts";

/** `target` has more referrers than are dealt with at once; of each kind no more are counted than that takes. */
export function hasMany(paths: readonly ReferrerPath[]): Sql {
  return sql`${join(paths.map(counted), " + ")} > ${literal(String(MANY_REFERRERS))}`;
}

/** A reference inside JSON takes so many times as long to clear as a column. */
const NESTED_WEIGHT = 10;

function counted(path: ReferrerPath): Sql {
  const weight = path.some(({ kind }) => kind === "nested") ? NESTED_WEIGHT : 1;
  const tables = path.map(({ table: of }, at) => sql`${table(of)} ${name(`r${at}`)}`);
  const leads = path.map(
    ({ column: to }, at) =>
      sql`${column(`r${at}`, to)} = ${at === 0 ? sql`target.id` : column(`r${at - 1}`, path[at - 1]?.source ?? "id")}`,
  );
  const rows = sql`select from ${join(tables)} where ${allOf(leads)} limit ${literal(String(MANY_REFERRERS / weight + 1))}`;
  const count = sql`(select count(*) from (${rows}) r)`;
  return weight === 1 ? count : sql`${count} * ${literal(String(weight))}`;
}
