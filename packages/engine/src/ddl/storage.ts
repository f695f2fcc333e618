/** Storage parameters of an entity's table. */
import type { CatalogTable } from "./catalog.ts";
import type { TableDesign } from "./contract.ts";
import { lastChange } from "./indexes/indexes.ts";
import { changeOf } from "./steps/change.ts";
import type { TableChange } from "./steps/change.ts";

/** As in the catalog. docs/architecture.md has the measurements. */
const OPTIONS = ["autovacuum_vacuum_scale_factor=0.02", "autovacuum_vacuum_cost_limit=2000"];
/** Leaves space in each new page for HOT updates: there are none if an index contains what each update changes. */
const WITH_SPACE = [...OPTIONS, "fillfactor=85"];

/** Sets the missing parameters, under a lock that blocks neither readers nor writers. */
export function storeRows({ table: of, entity, junction, indexes }: TableDesign, found: CatalogTable | null): TableChange[] {
  const keepsOrder = found?.isLarge && found.indexes.has(lastChange(entity).name);
  const options = keepsOrder || indexes.some(({ columns }) => columns.includes("updated_at")) ? OPTIONS : WITH_SPACE;
  if (junction || options.every((option) => found?.options?.has(option))) return [];
  return [changeOf({ phase: "storage", place: entity.name }, { kind: "setStorage", table: of, options })];
}
