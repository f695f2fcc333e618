/** The steps that make the tables of entities and of their links. */
import { empty, join, name, sql, typeName } from "../sql/sql.ts";
import type { Sql } from "../sql/sql.ts";
import type { ColumnDesign, TableDesign } from "./contract.ts";
import type { StepOf } from "./steps/step.ts";

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

/** The table with its columns and primary key. */
export function createEntityTable({ table, columns, junction }: TableDesign): StepOf<"createTable"> {
  const key = junction ? [sql`primary key (${join([name("source_id"), name("target_id")])})`] : [];
  return { kind: "createTable", table, lines: [...columns.map(columnLine), ...key] };
}
