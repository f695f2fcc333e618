/** Row filters on the rows of a write, and the answer to the writer. */
import type { ReadAccess } from "../../plan/access.ts";
import type { Purpose } from "../../plan/plan.ts";
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

/** Which content of a record hooks get: that of its row (the live one, or the draft of a record that is not live), or that of its draft. */
export type HookedContent = "row" | "draft";

export interface HookedAnswer {
  readonly purpose: Purpose;
  readonly of: HookedContent;
}

/** The answer of a write as columns: `data`, and for hooks `record`. */
export function answerColumns(access: ReadAccess, written: Source, { purpose, of }: HookedAnswer): Sql {
  const data = sql`${answerText(access, written)} as data`;
  return purpose === "hooked" ? sql`${data}, ${wholeText(access, written, of)} as record` : data;
}

/** The whole record as JSON text, for hooks; null if there is none. As in a read, only a draft names translations that are not live. */
export function wholeText({ entity, whole }: ReadAccess, row: Source, of: HookedContent): Sql {
  const [live, draft] = [false, true].map((drafts) => sql`(${recordJson(whole, row, { drafts })})::text`) as [Sql, Sql];
  const isEither = of === "row" && entity.versions !== false && entity.translatable;
  const either = sql`case when ${rowColumn(row, "published_at")} is null then ${draft} else ${live} end`;
  return sql`case when ${rowColumn(row, "id")} is not null then ${isEither ? either : of === "row" ? live : draft} end`;
}

/** The same, all members if it is visible; null if it always is. */
export function seenText({ entity, answer }: ReadAccess, written: Source, isSeen: Sql | null): Sql {
  const full = recordJson(answer, written, { drafts: true });
  const automatic = recordJson(automaticSelection(entity), written, { drafts: true });
  const record = isSeen ? sql`case when ${isSeen} then ${full} else ${automatic} end` : full;
  return sql`case when ${rowColumn(written, "id")} is not null then (${record})::text end`;
}
