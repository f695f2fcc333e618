/** Schema and catalog → the changes that bring the database to the configuration, with those of each feature. */
import { AUDIT_CHANGES } from "./audit/ddl/triggers.ts";
import type { Catalog } from "./ddl/catalog.ts";
import { planChanges } from "./ddl/changes.ts";
import type { TableChange } from "./ddl/steps/change.ts";
import { EVENT_CHANGES } from "./events/ddl/triggers.ts";
import { TRASH_CHANGES } from "./trash/ddl/changes.ts";
import type { Schema } from "./types.ts";

const FEATURES = [TRASH_CHANGES, EVENT_CHANGES, AUDIT_CHANGES];

/**
 * The changes from the current database to the schema, in an order that works in one transaction.
 * @param hasOlderProcesses - whether processes work with an older configuration meanwhile. Changes with `takesAway` then run later.
 */
export function tableChanges(
  schema: Schema,
  before: Catalog,
  { hasOlderProcesses }: { readonly hasOlderProcesses: boolean } = { hasOlderProcesses: false },
): TableChange[] {
  return planChanges(schema, before, { hasOlderProcesses, features: FEATURES });
}
