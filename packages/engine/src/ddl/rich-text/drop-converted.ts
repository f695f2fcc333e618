import { tableKey } from "../catalog.ts";
import type { Catalog } from "../catalog.ts";
import { changeOf } from "../steps/change.ts";
import type { TableChange } from "../steps/change.ts";
import { CONVERTED } from "./converted-texts.ts";

/** At the end of a change, when all texts are in their new columns. */
export function dropConverted({ tables }: Catalog): TableChange[] {
  return tables.has(tableKey(CONVERTED)) ? [changeOf({ phase: "drops", place: "cms" }, { kind: "dropTable", table: CONVERTED })] : [];
}
