/** Ids in stored content whose records are gone by now. */
import type { Reference } from "../field-types/index.ts";
import { requireOperation } from "../permissions.ts";
import { entityOf } from "../schema.ts";
import { join, prepare, sql, table } from "../sql.ts";
import type { Actor, Schema, Statement } from "../types.ts";

/** The places of references to records that are gone, as rows of `id`; null where there is nothing to ask. */
export function planLost(schema: Schema, actor: Actor, entityName: string, references: readonly Reference[]): Statement | null {
  requireOperation(schema, actor, entityName, "update");
  const queries = [...Map.groupBy(references, ({ entity }) => entity)].map(([name, group]) => {
    const ids = group.map(({ id }) => id);
    const rows = table(entityOf(schema, name).table);
    return sql`select given.id from unnest(${ids}::uuid[]) given(id) where not exists (select from ${rows} r where r.id = given.id)`;
  });
  return queries.length === 0 ? null : prepare(join(queries, " union all "));
}
