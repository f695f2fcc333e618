/** What features add to the changes of tables. */
import type { Schema } from "../types.ts";
import type { Catalog, CatalogTable } from "./catalog.ts";
import type { TableDesign } from "./contract.ts";
import type { Catalogs } from "./current-table.ts";
import type { TableChange } from "./steps/change.ts";
import type { Family } from "./triggers/system-triggers.ts";

export interface FeatureChanges {
  /** The definitions of its SQL functions, which are replaced whenever the tables are brought to the configuration. */
  readonly functions?: readonly string[];
  /** Its triggers on tables of entities; they pass on the entity's name. */
  readonly triggers?: Family;
  /** Changes beside those of the tables of entities. */
  readonly ofSchema: (schema: Schema, catalog: Catalog) => readonly TableChange[];
  /** Changes of a table that exists already. */
  readonly ofTable?: (design: TableDesign, found: CatalogTable, catalogs: Catalogs) => readonly TableChange[];
}
