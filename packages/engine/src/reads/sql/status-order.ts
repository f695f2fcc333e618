/** Lists of drafts that are sorted by `_status` first: each row without a pending draft is published or never was. */
import { rowColumn } from "../../sql/source.ts";
import { name, sql } from "../../sql/sql.ts";
import type { Sql } from "../../sql/sql.ts";
import { fromRows } from "./branches.ts";
import type { Branch } from "./branches.ts";
import { sortKeys } from "./order.ts";
import { sorted } from "./row-range.ts";
import type { RowRange, RowQuery } from "./row-range.ts";

/** A branch for each status, in the remaining order; a status before the position of the page is left out. */
export function statusFirst({ source, where }: Branch, range: RowRange): readonly RowQuery[] {
  const [first, ...rest] = range.order;
  const keys = sortKeys(rest, source);
  const [status = null, ...position] = range.after ?? [];
  const rows = (condition: Sql, after: RowRange["after"]): RowQuery => ({
    ctes: [],
    rows: sorted(
      (beyond) => sql`select ${name(source.alias)}.* ${fromRows(source, [...where, condition, ...(beyond ? [beyond] : [])])}`,
      keys,
      after,
      range,
    ),
  });
  const each = [
    { value: "draft", condition: sql`${rowColumn(source, "published_at")} is null` },
    { value: "published", condition: sql`${rowColumn(source, "published_at")} is not null` },
  ];
  return each.flatMap(({ value, condition }) => {
    if (status === null) return [rows(condition, null)];
    if (value === status) return [rows(condition, position)];
    return value > status !== (first?.descending ?? false) ? [rows(condition, null)] : [];
  });
}
