/** Storage parameters of an entity's table. */
import type { CatalogTable } from "./catalog.ts";
import type { TableDesign } from "./contract.ts";
import { changeOf } from "./steps/change.ts";
import type { TableChange } from "./steps/change.ts";

/** As in the catalog. docs/architecture.md has the measurements. */
const OPTIONS = ["autovacuum_vacuum_scale_factor=0.02", "autovacuum_vacuum_cost_limit=2000"];

/** Sets the missing parameters, under a lock that blocks neither readers nor writers. */
export function storeRows({ table: of, entity, junction }: TableDesign, found: CatalogTable | null): TableChange[] {
  if (junction || OPTIONS.every((option) => found?.options?.has(option))) return [];
  return [changeOf({ phase: "storage", place: entity.name }, { kind: "setStorage", table: of, options: OPTIONS })];
}
