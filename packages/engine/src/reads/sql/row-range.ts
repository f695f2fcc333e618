/** Which rows of a list are requested, and the queries that return them. */
import type { OrderKey, CursorPosition } from "../plan/order.ts";
import { sql } from "../../sql/sql.ts";
import type { Sql } from "../../sql/sql.ts";
import { afterSql, orderSql } from "./order.ts";
import type { SortKey } from "./order.ts";

/** Which rows are the first. */
export interface RowRange {
  readonly order: readonly OrderKey[];
  /** The row that they come after; null for the first page. */
  readonly after: CursorPosition | null;
  /** Their maximum number. */
  readonly rows: number;
  /** `limit …` of at least as many. */
  readonly limit: Sql;
}

/** Rows as a query, and the CTEs that it uses. */
export interface RowQuery {
  readonly ctes: readonly Sql[];
  readonly rows: Sql;
}

/** `order by … limit …` of the rows after a position with the sort values `keys`. */
export function sorted(from: (after: Sql | null) => Sql, keys: readonly SortKey[], after: CursorPosition | null, { limit }: RowRange): Sql {
  return sql`${from(after && afterSql(keys, after))} ${orderSql(keys)} ${limit}`;
}
