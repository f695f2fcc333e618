/** How PostgreSQL keeps the rows of an entity's table. */
import { table, textOf } from "../sql/sql.ts";
import type { CatalogTable, TableChange } from "./catalog.ts";
import type { TableDesign } from "./contract.ts";

/** As the catalog names them. Measured: docs/architecture.md says with which result. */
const OPTIONS = ["autovacuum_vacuum_scale_factor=0.02", "autovacuum_vacuum_cost_limit=2000"];

/** Sets what a table lacks of it, under a lock that keeps neither readers nor writers out. */
export function storeRows({ table: of, entity, junction }: TableDesign, found: CatalogTable | null): TableChange[] {
  if (junction || OPTIONS.every((option) => found?.options?.has(option))) return [];
  return [{ sql: `alter table ${textOf(table(of))} set (${OPTIONS.join(", ")})`, lossy: null, place: entity.name }];
}
