/**
 * Removes copies in the history and the trash that were prepared for a rename that was not applied, or was applied while the site was stopped, and their
 * triggers.
 */
import { allOf, literal, name, sql, table, textOf, type Sql } from "../sql/sql.ts";
import type { Schema, Table } from "../types.ts";
import { updatedAfterSwitch, deletedAfterSwitch } from "./batches.ts";
import { tableKey, TRASH, VERSIONS, type Catalog, type Follower } from "./catalog.ts";
import { COPIED, COPIED_TRASH, type CopiedRows } from "./renamed-entities.ts";
import { isTemporary } from "./steps/online-steps.ts";
import { changeOf, changeRows, type TableChange } from "./steps/change.ts";
import type { Step } from "./steps/step.ts";

/**
 * How copies are deleted: in the same transaction if the new name is now in use, otherwise in batches after the switch, because nobody
 * reads them.
 */
interface Clearing {
  readonly isSeen: boolean;
  readonly atOnce: Sql;
  readonly afterwards: string;
}

/** Copies of an entity's versions or of its trash under its intended new name. */
function copiedRows(schema: Schema, { of, key }: CopiedRows, [from = "", to = ""]: readonly string[]): Clearing {
  const copied = allOf([sql`o.entity = ${literal(from)}`, ...key.map((column) => sql`o.${name(column)} = t.${name(column)}`)]);
  const rows = sql`entity = ${literal(to)}`;
  return {
    isSeen: schema.entities.has(to),
    atOnce: sql`delete from ${table(of)} t where ${rows} and exists (select from ${table(of)} o where ${copied})`,
    afterwards: deletedAfterSwitch(of, rows),
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
  const copied = COPIED.find(({ follow }) => textOf(follow) === follower.calls);
  if (copied) return copiedRows(schema, copied, follower.with);
  return follower.with.length === 3 ? copiedValues(schema, of, follower.with) : null;
}

const REASON = { phase: "preparations", configPath: "cms" } as const;

function clear(schema: Schema, { tables }: Catalog, of: Table, trigger: string): readonly TableChange[] {
  const drop: Step = { kind: "dropTrigger", table: of, name: trigger, purpose: "advance" };
  const follower = tables.get(tableKey(of))?.followers?.get(trigger);
  const clearing = follower && clearingOf(schema, of, follower);
  if (!clearing) return [changeOf(REASON, drop)];
  const { isSeen, atOnce: statement, afterwards } = clearing;
  if (!isSeen) return [changeOf(REASON, drop, { afterwards })];
  return [changeOf(REASON, drop), changeOf(REASON, changeRows(of, statement, "abandonedCopies"))];
}

/** The steps for all prepared triggers on the history and the trash, except those that the renames drop themselves. */
export function clearCopies(schema: Schema, catalog: Catalog, renames: readonly TableChange[]): TableChange[] {
  const isDropped = (of: Table, trigger: string): boolean =>
    renames.some(({ step }) => step.kind === "dropTrigger" && step.name === trigger && tableKey(step.table) === tableKey(of));
  return [VERSIONS, TRASH].flatMap((of) => {
    const triggers = [...(catalog.tables.get(tableKey(of))?.triggers ?? [])].filter(isTemporary);
    return triggers.filter((trigger) => !isDropped(of, trigger)).flatMap((trigger) => clear(schema, catalog, of, trigger));
  });
}

/** Names of entities under which the trash only has such copies. */
export function copiedTrash({ tables }: Catalog): ReadonlySet<string> {
  const followers = [...(tables.get(tableKey(TRASH))?.followers?.values() ?? [])];
  return new Set(followers.flatMap(({ calls, with: [, to = ""] }) => (calls === textOf(COPIED_TRASH.follow) ? [to] : [])));
}
