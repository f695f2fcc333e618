/** The tables of a schema, as data. The name of an index or key is derived from its whole definition, so comparing names is enough. */
import type { TextPath } from "../sql/text-match/grams.ts";
import type { Entity, Field, Table } from "../types.ts";
import type { CatalogTable } from "./catalog.ts";

/** A column of a table. */
export interface ColumnDesign {
  readonly name: string;
  readonly sqlType: string;
  /** Null for the columns that every table has. */
  readonly field: Field | null;
}

/** An index other than the primary key's. */
export interface IndexDesign {
  readonly name: string;
  readonly kind: "unique" | "plain" | "trigram" | "grams" | "list" | "single" | "start";
  /** Columns; a trigram index has one column, then the members on the path to a nested text; a gram index has the columns of all texts. */
  readonly columns: readonly string[];
  /** Of a gram index: each text as its column, then the members on its path. */
  readonly texts?: readonly TextPath[];
  /** Of an index over searched values: the columns from which its tags are computed. */
  readonly tags?: readonly string[];
  /** The columns that contain texts in the order of `collated`. */
  readonly collated?: readonly string[];
  /** Included columns: their values can be read from the index alone. */
  readonly included?: readonly string[];
  /** Whether it contains only rows that aren't published. */
  readonly unpublished?: true;
  /** The configured field whose rule the index enforces, or null. */
  readonly field: string | null;
  /** The configured fields whose common rule it enforces. */
  readonly fields?: readonly string[];
}

/** A reference to the id of another table. */
export interface ForeignKeyDesign {
  readonly name: string;
  readonly column: string;
  readonly target: Table;
  readonly onDelete: "set null" | "no action" | "cascade";
  readonly field: string;
}

/** A table with its columns, indexes and foreign keys. */
export interface TableDesign {
  readonly table: Table;
  readonly entity: Entity;
  /** The to-many relation of a junction table; null for the entity's own table. */
  readonly junction: Field | null;
  readonly columns: readonly ColumnDesign[];
  readonly indexes: readonly IndexDesign[];
  readonly foreignKeys: readonly ForeignKeyDesign[];
}

/** A table as it is before the changes. Steps that run in advance change this table. */
export interface CurrentTable {
  readonly table: Table;
  readonly found: CatalogTable;
  /** A column's name there, or null for one whose values the switch must change. */
  columnOf(name: string): string | null;
  /** The column that has the current values, whatever their type; null for a new one. */
  storedAs(name: string): string | null;
  /** A table's current name, null if it does not exist yet. */
  tableOf(table: Table): Table | null;
}

/** A column's path in the configuration: `article.title`. */
export function configPathOf({ entity, junction }: TableDesign, column?: ColumnDesign): string {
  const field = junction ?? column?.field;
  return field ? `${entity.name}.${field.name}` : entity.name;
}
