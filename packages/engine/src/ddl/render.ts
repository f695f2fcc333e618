/** SQL text of the single steps. It contains only names and types from the schema, so no step has parameters. */
import { column, empty, join, jsonConstant, name, sql, table, typeName, literal } from "../sql/sql.ts";
import type { Sql } from "../sql/sql.ts";
import { gramsOf } from "../sql/search/grams.ts";
import { tagsOf } from "../sql/search/tags.ts";
import { caseKey, collated, searchKey } from "../sql/text-keys.ts";
import { textAt } from "../searchable.ts";
import type { Table } from "../types.ts";
import type { ColumnDesign, ForeignKeyDesign, IndexDesign, TableDesign } from "./contract.ts";

const CONSTRAINTS: Readonly<Record<string, Sql>> = {
  id: sql`primary key`,
  version: sql`not null default 1`,
  created_at: sql`not null`,
  updated_at: sql`not null`,
  locale: sql`not null`,
  translation_group: sql`not null`,
  source_id: sql`not null`,
  target_id: sql`not null`,
  position: sql`not null`,
};

function columnLine({ name: columnName, sqlType, field }: ColumnDesign): Sql {
  const constraint = field ? undefined : CONSTRAINTS[columnName];
  return sql`${name(columnName)} ${typeName(sqlType)}${constraint ? sql` ${constraint}` : empty}`;
}

/** `create table` with its columns and primary key. */
export function createTable({ table: of, columns, junction }: TableDesign): Sql {
  const lines = columns.map(columnLine);
  const key = junction ? [sql`primary key (${name("source_id")}, ${name("target_id")})`] : [];
  return sql`create table ${table(of)} (${join([...lines, ...key])})`;
}

/** `alter table … add column`, with null or one value in all rows. */
export function addColumn(of: Table, { name: columnName, sqlType }: ColumnDesign, value: Sql | null = null): Sql {
  const withDefault = value === null ? empty : sql` default ${value}`;
  return sql`alter table ${table(of)} add column ${name(columnName)} ${typeName(sqlType)}${withDefault}`;
}

/** `alter table … alter column … drop default`: rows that have the value keep it. */
export function dropDefault(of: Table, columnName: string): Sql {
  return sql`alter table ${table(of)} alter column ${name(columnName)} drop default`;
}

export function requireValue(of: Table, columnName: string): Sql {
  return sql`alter table ${table(of)} alter column ${name(columnName)} set not null`;
}

/** A value of the configuration, or a list of them, as a constant of a column's type. */
export function typedConstant(value: unknown, sqlType: string): Sql {
  const single = (one: unknown) => sql`(${jsonConstant([one])} ->> 0)`;
  const constant = Array.isArray(value) ? sql`array[${join(value.map(single))}]` : single(value);
  return sql`${constant}::${typeName(sqlType)}`;
}

export function renameColumn(of: Table, from: string, to: string): Sql {
  return sql`alter table ${table(of)} rename column ${name(from)} to ${name(to)}`;
}

export function dropColumn(of: Table, columnName: string): Sql {
  return sql`alter table ${table(of)} drop column ${name(columnName)}`;
}

/** The values that an index over searched values has for each row, and the row's tags if there are any. */
function searchedValues({ kind, columns, texts = [], tags }: IndexDesign): Sql {
  const [first = "", ...inside] = columns;
  const values = {
    list: () => name(first),
    trigram: () => sql`${searchKey(textAt(name(first), inside))} gin_trgm_ops`,
    grams: () => gramsOf(texts.map(([column, ...path]) => textAt(name(column), path))),
  };
  const held = kind === "grams" || kind === "list" ? values[kind]() : values.trigram();
  return tags ? sql`${held}, ${tagsOf(tags, name)}` : held;
}

export function createIndex(of: Table, index: IndexDesign): Sql {
  const columns = join(index.columns.map((one) => (index.collated?.includes(one) ? collated(name(one)) : name(one))));
  const on = sql`${name(index.name)} on ${table(of)}`;
  if (index.kind === "unique") return sql`create unique index ${on} (${columns})`;
  if (index.kind === "single") return sql`create unique index ${on} (${index.columns.length > 0 ? columns : sql`(true)`})`;
  if (index.kind === "start") return sql`create index ${on} (${caseKey(columns)} text_pattern_ops)`;
  if (index.kind === "plain") {
    const included = index.included ? sql` include (${join(index.included.map(name))})` : empty;
    return sql`create index ${on} (${columns})${included}${index.unpublished ? sql` where published_at is null` : empty}`;
  }
  return sql`create index ${on} using gin (${searchedValues(index)})`;
}

const ON_DELETE = { "set null": sql`set null`, "no action": sql`no action`, cascade: sql`cascade` } as const;

export function addForeignKey(of: Table, key: ForeignKeyDesign): Sql {
  return sql`alter table ${table(of)} add constraint ${name(key.name)} foreign key (${name(key.column)}) references ${table(key.target)} (${name("id")}) on delete ${ON_DELETE[key.onDelete]}`;
}

export function renameKey(of: Table, from: string, to: string): Sql {
  return sql`alter table ${table(of)} rename constraint ${name(from)} to ${name(to)}`;
}

/** The trigger that counts writes, so that an unchanged total need not be counted again. */
export function addTouch(of: Table, entity: string): Sql {
  return sql`create trigger ${name("touch")} after insert or update or delete or truncate on ${table(of)} for each statement execute function cms.touch(${literal(entity)})`;
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

/** `alter table … alter column … type` with the conversion. */
export function convertColumn(of: Table, { name: columnName, sqlType }: ColumnDesign, using: Sql): Sql {
  return sql`alter table ${table(of)} alter column ${name(columnName)} type ${typeName(sqlType)} using ${using}`;
}

/** Deletes links to rows that the target does not have. */
export function clearOrphans(of: Table, key: ForeignKeyDesign): Sql {
  const at = column("t", key.column);
  return sql`delete from ${table(of)} t where not exists (select from ${table(key.target)} r where r.id = ${at})`;
}
