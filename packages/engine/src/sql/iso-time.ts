import { sql } from "./sql.ts";
import type { Sql } from "./sql.ts";

/** A point in time in JSON: ISO 8601, UTC, milliseconds, `Z`. */
export function isoTime(time: Sql): Sql {
  return sql`to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}
