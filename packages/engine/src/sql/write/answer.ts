/** Row filters on the rows of a write, and the answer to the writer. */
import type { ReadAccess } from "../../plan/access.ts";
import type { Filter } from "../../plan/filter/contract.ts";
import { automaticSelection } from "../../plan/selection/selection.ts";
import { filterSql } from "../filter.ts";
import { recordJson } from "../project/record.ts";
import { rowColumn } from "../source.ts";
import type { Source } from "../source.ts";
import { sql } from "../sql.ts";
import type { Sql } from "../sql.ts";

/** Whether the row matches the filter; `true` without one. */
export function passes(filter: Filter | null, source: Source): Sql {
  return filter ? sql`(${filterSql(filter, source)}) is true` : sql`true`;
}

/** Whether the stored row may be read: it is live, or drafts may be read. */
export function mayRead({ read }: ReadAccess, source: Source): Sql {
  if (!read) return sql`false`;
  const isLive = sql`${rowColumn(source, "published_at")} is not null`;
  const isShown = read.drafts ? sql`(${isLive} or ${passes(read.drafts.filter, source)})` : isLive;
  return sql`${passes(read.filter, source)} and ${isShown}`;
}

/** The written record as JSON text: all readable members, or only the automatic fields if it doesn't match the row filter for reading. */
export function answerText(access: ReadAccess, written: Source): Sql {
  const filter = access.read?.filter ?? null;
  return seenText(access, written, filter && passes(filter, written));
}

/** The same, all members if it is visible; null if it always is. */
export function seenText({ entity, answer }: ReadAccess, written: Source, isSeen: Sql | null): Sql {
  const full = recordJson(answer, written, { drafts: true });
  const automatic = recordJson(automaticSelection(entity), written, { drafts: true });
  const record = isSeen ? sql`case when ${isSeen} then ${full} else ${automatic} end` : full;
  return sql`case when ${rowColumn(written, "id")} is not null then (${record})::text end`;
}
