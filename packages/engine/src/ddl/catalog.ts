/** What stands in the database now, as the database package reads it for the comparison. */
import type { Table } from "../types.ts";
import type { AheadStep } from "./ahead.ts";

/** What a trigger does. */
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
  /** Indexes that were not finished, and foreign keys that were not checked. */
  readonly broken?: { readonly indexes: ReadonlySet<string>; readonly keys: ReadonlySet<string> };
  /** Constraint name → its column and the table it points to, as `schema.name`. */
  readonly foreignKeys: ReadonlyMap<string, { readonly column: string; readonly target: string }>;
  readonly triggers: ReadonlySet<string>;
  /** Those of them that were made ahead of a switch. */
  readonly followers?: ReadonlyMap<string, Follower>;
  /** Its storage parameters, as `pg_class.reloptions` has them: `fillfactor=90`. */
  readonly options?: ReadonlySet<string>;
  /** Rows in the table, counted up to 2: a change of an empty table loses nothing. */
  readonly rows: number;
}

/** The schemas `content` and `cms`: their tables by `tableKey`. */
export interface Catalog {
  readonly tables: ReadonlyMap<string, CatalogTable>;
  /** Whether the extension pg_trgm is there, or can be made. */
  readonly trigram: boolean;
  /** Entities that have records in the trash. */
  readonly trashed?: ReadonlySet<string>;
}

/** A table as the catalog names it: `content.article`. */
export function tableKey({ schema, name }: Table): string {
  return `${schema}.${name}`;
}

/** `format_type`'s word for a type, as the design spells it. */
export function typeOf(catalogType: string): string {
  return catalogType.replace("timestamp(3) with time zone", "timestamptz(3)");
}

/** One step towards the configuration. `lossy` says what would be lost, null where nothing is. */
export interface TableChange {
  readonly sql: string;
  readonly lossy: string | null;
  /** The configuration's word for where the change comes from: `article`, `article.title`. */
  readonly place: string;
  /** Set where the configuration before needs what this takes away: it is done when no process works with that one any more. */
  readonly takesAway?: "data" | "bridge";
  /**
   * What follows the switch, beside the running site: a statement that does a little, from the id `$1` on, and gives the id up to
   * which it has come as `last`; null when there is no more.
   */
  readonly afterwards?: string;
  /** What may be built beforehand, beside the running site. Where it stands, the change is another, short one. */
  readonly ahead?: readonly AheadStep[];
}

const EMPTY_DATABASE: Catalog = Object.freeze({ tables: new Map(), trigram: false });

/** A database without tables. */
export function emptyCatalog(trigram = false): Catalog {
  return trigram ? { ...EMPTY_DATABASE, trigram } : EMPTY_DATABASE;
}
