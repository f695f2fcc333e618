/** The current state of the database, as the database package reads it for the comparison. */
import type { Table, Entity } from "../types.ts";
import type { ChangedTexts } from "./changed-texts.ts";

/** The action of a trigger. */
export interface Follower {
  /** A function, as `cms.follow_entity`. */
  readonly calls: string;
  /** Its arguments. */
  readonly with: readonly string[];
}

/** One table. Names are PostgreSQL's, unquoted. */
export interface CatalogTable {
  /** Column → type as `format_type(atttypid, atttypmod)` writes it (`timestamp(3) with time zone`). */
  readonly columns: ReadonlyMap<string, string>;
  readonly indexes: ReadonlySet<string>;
  /** Indexes that are invalid, and foreign keys that are not validated. */
  readonly broken?: { readonly indexes: ReadonlySet<string>; readonly keys: ReadonlySet<string> };
  /** Constraint name → its column and the table it points to, as `schema.name`. */
  readonly foreignKeys: ReadonlyMap<string, { readonly column: string; readonly target: string }>;
  /** All tables with foreign keys to this one, as `schema.name`, valid or not. */
  readonly referrers?: ReadonlySet<string>;
  readonly triggers: ReadonlySet<string>;
  /** The triggers that were created before a switch. */
  readonly followers?: ReadonlyMap<string, Follower>;
  /** Its storage parameters, as `pg_class.reloptions` has them: `fillfactor=90`. */
  readonly options?: ReadonlySet<string>;
  /** Whether sorting all its rows takes long, by PostgreSQL's estimate of their number. */
  readonly isLarge?: boolean;
  /** Columns of JSON whose definition has changed, with the result of their check. */
  readonly reshaped?: ReadonlyMap<string, Reshaped>;
  /** Rows in the table, counted up to 2: a change of an empty table loses nothing. */
  readonly rows: number;
}

/** Stored values of a field beside its new definition. */
export interface Reshaped {
  /** The number of records and drafts whose value must be converted. */
  readonly records: number;
  /** The paths in the field whose values the new definition can't hold, with the number of records and drafts. */
  readonly lost: readonly { readonly path: string; readonly records: number }[];
  /** Whether rich text in the values is converted, which PostgreSQL can't do alone. */
  readonly hasTexts?: boolean;
  /** Of such values: what is still to be converted in the switch. */
  readonly texts?: ChangedTexts;
}

/** The tables of the schemas `content` and `cms`, by `tableKey`. */
export interface Catalog {
  readonly tables: ReadonlyMap<string, CatalogTable>;
  /** Whether the extension pg_trgm is installed or can be installed. */
  readonly trigram: boolean;
  /** Entities that have records in the trash. */
  readonly trashed?: ReadonlySet<string>;
  /** The keys of the shapes of fields that are stored as JSON (`shapeKey`), by `article.links`; without those that an older release stored. */
  readonly shapes?: ReadonlyMap<string, string>;
}

/** The key of a table in the catalog: `content.article`. */
export function tableKey({ schema, name }: Table): string {
  return `${schema}.${name}`;
}

/** The table of a key. */
export function tableOfKey(key: string): Table {
  const [schema, ...rest] = key.split(".");
  return { schema: schema === "cms" ? "cms" : "content", name: rest.join(".") };
}

/** The name that `format_type` returns for a type → the name that the design uses. */
export function typeOf(catalogType: string): string {
  return catalogType.replace("timestamp(3) with time zone", "timestamptz(3)");
}

const EMPTY_DATABASE: Catalog = Object.freeze({ tables: new Map(), trigram: false });

/** A database without tables. */
export function emptyCatalog(trigram = false): Catalog {
  return trigram ? { ...EMPTY_DATABASE, trigram } : EMPTY_DATABASE;
}

/** A table of the system by its name. */
export function systemTable(name: string): Table {
  return { schema: "cms", name };
}

export const REMOVALS = systemTable("removals");
// The tables that store records as JSON by field name, in a column `data`.
export const VERSIONS = systemTable("versions");
export const TRASH = systemTable("trash");

/** Those with rows of an entity: the history, and the trash if the entity has one. */
export function namedValuesOf({ trash }: Pick<Entity, "trash">): readonly Table[] {
  return [VERSIONS, ...(trash ? [TRASH] : [])];
}
