/**
 * Removes copies in the history and the trash that were prepared for a rename that was not applied, or was applied while the site was stopped, and their
 * triggers.
 */
import { literal, name, sql, table, textOf } from "../sql/sql.ts";
import type { Sql } from "../sql/sql.ts";
import type { Schema, Table } from "../types.ts";
import { isTemporary } from "./ahead.ts";
import { updatedAfterSwitch, deletedAfterSwitch } from "./batches.ts";
import { tableKey } from "./catalog.ts";
import type { Catalog, Follower, TableChange } from "./catalog.ts";

const VERSIONS: Table = { schema: "cms", name: "versions" };
const TRASH: Table = { schema: "cms", name: "trash" };

/**
 * How copies are deleted: in the same transaction if the new name is now in use, otherwise in batches after the switch, because nobody
 * reads them.
 */
interface Clearing {
  readonly isSeen: boolean;
  readonly atOnce: Sql;
  readonly afterwards: string;
}

/** Copies of an entity's versions under its intended new name. */
function copiedVersions(schema: Schema, [from = "", to = ""]: readonly string[]): Clearing {
  const copied = sql`o.entity = ${literal(from)} and o.record_id = t.record_id and o.number = t.number`;
  const rows = sql`entity = ${literal(to)}`;
  return {
    isSeen: schema.entities.has(to),
    atOnce: sql`delete from ${table(VERSIONS)} t where ${rows} and exists (select from ${table(VERSIONS)} o where ${copied})`,
    afterwards: deletedAfterSwitch(VERSIONS, rows),
  };
}

/** Copies of a field's values under its intended new name. */
function copiedValues(schema: Schema, of: Table, [from = "", to = "", entity = ""]: readonly string[]): Clearing {
  const rows = sql`entity = ${literal(entity)}`;
  const where = sql`jsonb_exists(t.data, ${literal(from)}) and jsonb_exists(t.data, ${literal(to)})`;
  const set = sql`data = t.data - ${literal(to)}`;
  return {
    isSeen: schema.entities.get(entity)?.byName.has(to) ?? false,
    atOnce: sql`update ${table(of)} t set ${set} where ${rows} and ${where}`,
    afterwards: updatedAfterSwitch(of, { rows, set, where }),
  };
}

function clearingOf(schema: Schema, of: Table, follower: Follower): Clearing | null {
  if (follower.calls === "cms.follow_entity") return copiedVersions(schema, follower.with);
  return follower.with.length === 3 ? copiedValues(schema, of, follower.with) : null;
}

/** The steps for all prepared triggers on the history and the trash, except those that the renames drop themselves. */
export function clearCopies(schema: Schema, { tables }: Catalog, renames: readonly TableChange[]): TableChange[] {
  const dropped = new Set(renames.map((change) => change.sql));
  const change = (step: Sql): TableChange => ({ sql: textOf(step), lossy: null, place: "cms" });
  const clear = (of: Table, trigger: string): readonly TableChange[] => {
    const drop = change(sql`drop trigger ${name(trigger)} on ${table(of)}`);
    if (dropped.has(drop.sql)) return [];
    const follower = tables.get(tableKey(of))?.followers?.get(trigger);
    const clearing = follower && clearingOf(schema, of, follower);
    if (!clearing) return [drop];
    return clearing.isSeen ? [drop, change(clearing.atOnce)] : [{ ...drop, afterwards: clearing.afterwards }];
  };
  return [VERSIONS, TRASH].flatMap((of) => {
    const triggers = [...(tables.get(tableKey(of))?.triggers ?? [])].filter(isTemporary);
    return triggers.flatMap((trigger) => clear(of, trigger));
  });
}
