/**
 * Drafts, histories and the trash of a field that is renamed while the site is running: they have its values under both names before the switch. A
 * trigger copies what is written meanwhile under the old name; batches copy the rest.
 */
import { column, literal, sql, textOf } from "../../sql/sql.ts";
import type { Sql } from "../../sql/sql.ts";
import type { Table } from "../../types.ts";
import { inBatches } from "../batches.ts";
import type { RenamedField } from "../compatibility-views.ts";
import { tableKey } from "../catalog.ts";
import type { Catalog } from "../catalog.ts";
import { FOLLOW_OLD_NAME } from "../functions/change-functions.ts";
import { temporaryName } from "../steps/online-steps.ts";
import type { OnlineStep } from "../steps/online-steps.ts";
import { changeOf, changeRows } from "../steps/change.ts";
import type { TableChange } from "../steps/change.ts";
import type { Step } from "../steps/step.ts";

/** The temporary name of the trigger. */
function temporaryTrigger({ entity, field }: RenamedField): string {
  return temporaryName(textOf(sql`${literal(entity.name)} ${literal(field.from)} ${literal(field.to)}`));
}

interface Values {
  readonly of: Table;
  /** Renames them all at once. */
  readonly whole: Sql;
}

function followOnline(renamedField: RenamedField, of: Table): readonly OnlineStep[] {
  const { entity, field } = renamedField;
  const temporary = temporaryTrigger(renamedField);
  const [own, old, now] = [literal(entity.name), literal(field.from), literal(field.to)];
  const trigger = {
    name: temporary,
    when: sql`before insert or update of data`,
    condition: sql`new.entity = ${own}`,
    calls: sql`cms.follow_old_name(${old}, ${now}, ${own})`,
  };
  const followed: readonly Step[] = [
    { kind: "createFunction", definition: FOLLOW_OLD_NAME, purpose: "advance" },
    { kind: "createTrigger", table: of, trigger, purpose: "advance", orReplace: true },
  ];
  const data = column("t", "data");
  const value = sql`${data} -> ${old}`;
  const filled = inBatches(of, {
    temporary: `${temporary}.${of.name}`,
    rows: sql`entity = ${own}`,
    set: sql`data = ${data} || jsonb_build_object(${now}, ${value})`,
    where: sql`jsonb_exists(${data}, ${old}) and (${data} -> ${now}) is distinct from (${value})`,
  });
  return [{ kind: "brief", table: tableKey(of), steps: followed }, filled];
}

/** The step of the switch for one table: `whole` if nothing was copied in advance. */
export function renameValues(renamedField: RenamedField, { of, whole }: Values, { tables }: Catalog): TableChange {
  const temporary = temporaryTrigger(renamedField);
  const isFollowed = tables.get(tableKey(of))?.triggers.has(temporary);
  const step: Step = isFollowed ? { kind: "dropTrigger", table: of, name: temporary, purpose: "advance" } : changeRows(of, whole, "names");
  return changeOf({ phase: "renames", configPath: `${renamedField.entity.name}.${renamedField.field.to}` }, step, {
    onlineSteps: followOnline(renamedField, of),
  });
}
