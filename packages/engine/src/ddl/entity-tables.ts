/** The steps that make the tables of entities and of their links. */
import { empty, join, name, sql, typeName, type Sql } from "../sql/sql.ts";
import type { ColumnDesign, TableDesign } from "./contract.ts";
import type { StepOf } from "./steps/step.ts";
import type { CatalogTable } from "./catalog.ts";
import { lastChange } from "./indexes/indexes.ts";
import { changeOf, type TableChange } from "./steps/change.ts";

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

/** As in the catalog. docs/architecture.md has the measurements. */
const OPTIONS = ["autovacuum_vacuum_scale_factor=0.02", "autovacuum_vacuum_cost_limit=2000"];
/** Leaves space in each new page for HOT updates: there are none if an index contains what each update changes. */
const WITH_SPACE = [...OPTIONS, "fillfactor=85"];

/** Sets the missing parameters, under a lock that blocks neither readers nor writers. */
export function storeRows({ table: of, entity, junction, indexes }: TableDesign, found: CatalogTable | null): TableChange[] {
  const keepsOrder = found?.isLarge && found.indexes.has(lastChange(entity).name);
  const options = keepsOrder || indexes.some(({ columns }) => columns.includes("updated_at")) ? OPTIONS : WITH_SPACE;
  if (junction || options.every((option) => found?.options?.has(option))) return [];
  return [changeOf({ phase: "storage", configPath: entity.name }, { kind: "setStorage", table: of, options })];
}
