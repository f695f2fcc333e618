/**
 * Drafts and histories of a field that is renamed while the site is running: they have its values under both names before the switch. A
 * trigger copies what is written meanwhile under the old name; batches copy the rest.
 */
import { column, literal, name, sql, table, textOf } from "../../sql/sql.ts";
import type { Sql } from "../../sql/sql.ts";
import type { Table } from "../../types.ts";
import { temporaryName } from "../ahead.ts";
import type { AheadStep } from "../ahead.ts";
import { inBatches } from "../batches.ts";
import type { Bridge } from "../bridges.ts";
import { tableKey } from "../catalog.ts";
import type { Catalog, TableChange } from "../catalog.ts";
import { FOLLOW_OLD_NAME } from "../functions/change-functions.ts";

const VERSIONS: Table = { schema: "cms", name: "versions" };

/** The temporary name of the trigger. */
function temporaryTrigger({ entity, field }: Bridge): string {
  return temporaryName(sql`${literal(entity.name)} ${literal(field.from)} ${literal(field.to)}`);
}

function dropFollower(temporary: string, place: string): TableChange {
  return { sql: textOf(sql`drop trigger ${name(temporary)} on ${table(VERSIONS)}`), lossy: null, place };
}

function followAhead(bridge: Bridge): readonly AheadStep[] {
  const { entity, field } = bridge;
  const temporary = temporaryTrigger(bridge);
  const [of, old, now] = [literal(entity.name), literal(field.from), literal(field.to)];
  const trigger = sql`create or replace trigger ${name(temporary)} before insert or update of data on ${table(VERSIONS)} for each row when (new.entity = ${of}) execute function cms.follow_old_name(${old}, ${now}, ${of})`;
  const data = column("t", "data");
  const value = sql`${data} -> ${old}`;
  const filled = inBatches(VERSIONS, {
    temporary,
    rows: sql`entity = ${of}`,
    set: sql`data = ${data} || jsonb_build_object(${now}, ${value})`,
    where: sql`jsonb_exists(${data}, ${old}) and (${data} -> ${now}) is distinct from (${value})`,
  });
  return [{ kind: "brief", table: tableKey(VERSIONS), statements: [FOLLOW_OLD_NAME, textOf(trigger)] }, filled];
}

/** The step of the switch: `whole` if nothing was copied in advance. */
export function renameHistory(bridge: Bridge, whole: Sql, { tables }: Catalog): TableChange {
  const place = `${bridge.entity.name}.${bridge.field.to}`;
  const ahead = followAhead(bridge);
  const temporary = temporaryTrigger(bridge);
  const isFollowed = tables.get(tableKey(VERSIONS))?.triggers.has(temporary);
  return { ...(isFollowed ? dropFollower(temporary, place) : { sql: textOf(whole), lossy: null, place }), ahead };
}
