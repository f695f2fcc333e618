/**
 * The history of an entity that is renamed while the site is running: before the switch each version has a copy under the new name. A
 * trigger copies what is written meanwhile, batches copy the rest. The switch does nothing; the versions with the old name are deleted
 * after it.
 */
import { literal, name, sql, table, textOf } from "../sql/sql.ts";
import type { Sql } from "../sql/sql.ts";
import { temporaryName } from "./ahead.ts";
import type { AheadStep } from "./ahead.ts";
import { copiedInBatches, deletedAfterSwitch } from "./batches.ts";
import { tableKey } from "./catalog.ts";
import type { Catalog, TableChange } from "./catalog.ts";
import { FOLLOW_ENTITY } from "./functions/change-functions.ts";

const VERSIONS = { schema: "cms", name: "versions" } as const;

function copyAhead(temporary: string, from: string, to: string): readonly AheadStep[] {
  const call = sql`cms.follow_entity(${literal(from)}, ${literal(to)})`;
  const trigger = sql`create or replace trigger ${name(temporary)} after insert or update or delete on ${table(VERSIONS)} for each row execute function ${call}`;
  const copy = sql`cms.copied_version(b.version, ${literal(to)})`;
  return [
    { kind: "brief", table: tableKey(VERSIONS), statements: [...FOLLOW_ENTITY, textOf(trigger)] },
    copiedInBatches(VERSIONS, { temporary, row: name("version"), rows: sql`entity = ${literal(from)}`, copy }),
  ];
}

/** Gives the versions the new name: in one step if nothing was copied in advance. No other entity has the old name. */
export function renameVersions(from: string, to: string, { tables }: Catalog): TableChange {
  const temporary = temporaryName(sql`${literal(from)} ${literal(to)}`);
  const whole = { sql: textOf(renamed(from, to)), lossy: null, place: to };
  const ahead = copyAhead(temporary, from, to);
  if (!tables.get(tableKey(VERSIONS))?.triggers.has(temporary)) return { ...whole, ahead };
  const over = textOf(sql`drop trigger ${name(temporary)} on ${table(VERSIONS)}`);
  return { ...whole, sql: over, ahead, afterwards: deletedAfterSwitch(VERSIONS, sql`entity = ${literal(from)}`) };
}

function renamed(from: string, to: string): Sql {
  return sql`update cms.versions set entity = ${literal(to)} where entity = ${literal(from)}`;
}
