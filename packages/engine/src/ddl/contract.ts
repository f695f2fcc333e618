/** The tables a schema wants, as data. An index's or key's name says all about it, so that names alone can be compared. */
import type { TextPath } from "../sql/search/grams.ts";
import type { Entity, Field, Table } from "../types.ts";
import type { CatalogTable } from "./catalog.ts";

/** A column of a table. */
export interface ColumnDesign {
  readonly name: string;
  readonly sqlType: string;
  /** Null for the columns every table has. */
  readonly field: Field | null;
}

/** An index besides the primary key's. */
export interface IndexDesign {
  readonly name: string;
  readonly kind: "unique" | "plain" | "trigram" | "grams" | "list" | "single" | "start";
  /** Columns; for a trigram index one column, then the members that lead to a nested text; those of all texts for one of grams. */
  readonly columns: readonly string[];
  /** Of an index of grams: each text by its column, then the members that lead to it. */
  readonly texts?: readonly TextPath[];
  /** Of an index over searched values: the columns of which its tags are made. */
  readonly tags?: readonly string[];
  /** Those of them that hold texts in the order of `collated`. */
  readonly collated?: readonly string[];
  /** Columns that it holds besides, so that what they say is known without the row. */
  readonly included?: readonly string[];
  /** Whether it holds only rows that aren't published. */
  readonly unpublished?: true;
  /** The configured field whose rule the index holds, or null. */
  readonly field: string | null;
  /** The configured fields whose rule it holds, where that is one of several together. */
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

/** A table with all that belongs to it. */
export interface TableDesign {
  readonly table: Table;
  readonly entity: Entity;
  /** The many-relation the table is the junction of; null for the entity's own table. */
  readonly junction: Field | null;
  readonly columns: readonly ColumnDesign[];
  readonly indexes: readonly IndexDesign[];
  readonly foreignKeys: readonly ForeignKeyDesign[];
}

/** A table as it stands before the changes: what is built ahead is built there. */
export interface Standing {
  readonly table: Table;
  readonly found: CatalogTable;
  /** A column's name there, or null for one whose values the switch must change. */
  columnOf(name: string): string | null;
  /** Where a column's values of before are, whatever their type; null for a new one. */
  storedAs(name: string): string | null;
  /** What a table is called there, null for one that is still to be made. */
  tableOf(table: Table): Table | null;
}

/** The configuration's word for a column: `article.title`. */
export function placeOf({ entity, junction }: TableDesign, column?: ColumnDesign): string {
  const field = junction ?? column?.field;
  return field ? `${entity.name}.${field.name}` : entity.name;
}
