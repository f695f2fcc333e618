/** Records in the trash: cms.trash contains their ids, and they are not published. */
import { sql } from "../sql.ts";
import type { Sql } from "../sql.ts";

/** Whether the record of that id, which may be null, is in the trash. */
export function isTrashed(id: Sql): Sql {
  return sql`exists (select from cms.trash w where w.id = ${id})`;
}
