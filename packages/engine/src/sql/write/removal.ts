/** Whether a record has many referrers: then it goes in the background. */
import { MANY_REFERRERS } from "../../plan/removal.ts";
import type { ReferrerPath } from "../../plan/removal.ts";
import { allOf, column, join, literal, name, sql, table } from "../sql.ts";
import type { Sql } from "../sql.ts";

/** `target` has more referrers than are dealt with at once; of each kind no more are counted than that takes. */
export function hasMany(paths: readonly ReferrerPath[]): Sql {
  return sql`${join(paths.map(counted), " + ")} > ${literal(String(MANY_REFERRERS))}`;
}

function counted(path: ReferrerPath): Sql {
  const tables = path.map(({ table: of }, at) => sql`${table(of)} ${name(`r${at}`)}`);
  const leads = path.map(({ column: to }, at) => sql`${column(`r${at}`, to)} = ${at === 0 ? sql`target.id` : column(`r${at - 1}`, "id")}`);
  const rows = sql`select from ${join(tables)} where ${allOf(leads)} limit ${literal(String(MANY_REFERRERS + 1))}`;
  return sql`(select count(*) from (${rows}) r)`;
}
