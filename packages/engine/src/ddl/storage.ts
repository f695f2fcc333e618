/** Storage parameters of an entity's table. */
import { table, textOf } from "../sql/sql.ts";
import type { CatalogTable, TableChange } from "./catalog.ts";
import type { TableDesign } from "./contract.ts";

/** As in the catalog. docs/architecture.md has the measurements. */
const OPTIONS = ["autovacuum_vacuum_scale_factor=0.02", "autovacuum_vacuum_cost_limit=2000"];

/** Sets the missing parameters, under a lock that blocks neither readers nor writers. */
export function storeRows({ table: of, entity, junction }: TableDesign, found: CatalogTable | null): TableChange[] {
  if (junction || OPTIONS.every((option) => found?.options?.has(option))) return [];
  return [{ sql: `alter table ${textOf(table(of))} set (${OPTIONS.join(", ")})`, lossy: null, place: entity.name }];
}
