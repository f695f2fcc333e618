/** Values in another type of column. */
import { jsonConstant, join, sql, typeName } from "../../sql/sql.ts";
import type { Sql } from "../../sql/sql.ts";

/** A value of the configuration, or a list of them, as a constant of a column's type. */
export function typedConstant(value: unknown, sqlType: string): Sql {
  const single = (value: unknown) => sql`(${jsonConstant([value])} ->> 0)`;
  const constant = Array.isArray(value) ? sql`array[${join(value.map(single))}]` : single(value);
  return sql`${constant}::${typeName(sqlType)}`;
}

/** A conversion from one column type to another that keeps every value, or null. */
export function conversion(from: string, to: string, value: Sql): Sql | null {
  if (from === "bigint" && to === "double precision") return value;
  if (from === "date" && to === "timestamptz(3)") return sql`(${value}::timestamp at time zone 'UTC')`;
  if (from === "text" && to === "text[]") return sql`(case when ${value} is not null then array[${value}] end)`;
  const isPlain = ["bigint", "double precision", "boolean", "date", "uuid"].includes(from);
  return isPlain && to === "text" ? sql`${value}::text` : null;
}

/** A conversion from one column type to another that keeps what fits and sets the rest to null, or null. */
export function narrowing(from: string, to: string, value: Sql): Sql | null {
  const ways: Readonly<Record<string, Sql>> = {
    "double precision → bigint": sql`(case when ${value} = trunc(${value}) and abs(${value}) < 9007199254740992 then ${value}::bigint end)`,
    "text → double precision": sql`(case when ${value} ~ '^-?[0-9]{1,15}([.][0-9]{1,15})?$' then ${value}::double precision end)`,
    "text → bigint": sql`(case when ${value} ~ '^-?[0-9]{1,15}$' then ${value}::bigint end)`,
    "text → date": sql`(case when ${value} ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' and pg_input_is_valid(${value}, 'date') then ${value}::date end)`,
    "timestamptz(3) → date": sql`(${value} at time zone 'UTC')::date`,
    "text[] → text": sql`${value}[1]`,
  };
  return ways[`${from} → ${to}`] ?? null;
}
