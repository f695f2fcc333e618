/** Records in the trash: their ids stand in cms.trash, and they are published for nobody. */
import { sql } from "../sql.ts";
import type { Sql } from "../sql.ts";

/** Whether the record of that id, which may be null, is in the trash. */
export function isTrashed(id: Sql): Sql {
  return sql`exists (select from cms.trash w where w.id = ${id})`;
}
