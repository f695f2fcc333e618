/** Moves the staged rows to their tables, in one transaction. */
import { entitiesInTrash, hasUserWithRole } from "@colophon/database";
import { referenceShapes, type Catalog, type Schema } from "@colophon/engine";
import type pg from "pg";
import { removeUnusedGlobal, removeReplacedUsers } from "./unused-rows.ts";
import { sentenceOfViolation, whyRefused, lackingTaken } from "./problems.ts";
import { forgetUnknownOwners } from "./owners.ts";
import { inOrder, type OrderedTable } from "./record-order.ts";
import type { StagedTable } from "./staging.ts";
import { sqlColumns, sqlName } from "./tables.ts";

/** The results of one entity's records. */
export interface Imported {
  readonly entity: string;
  readonly made: number;
  readonly replaced: number;
  readonly left: number;
  readonly refused: number;
}

export interface Outcome {
  readonly taken: readonly Imported[];
  /** Why the import is refused, one sentence each; the transaction must then be rolled back. */
  readonly problems: readonly string[];
}

interface Move {
  readonly client: pg.ClientBase;
  readonly schema: Schema;
  readonly catalog: Catalog;
  readonly overwrite: boolean;
}

/** Moves records in the order of their references, then the dependent rows of those that were created or replaced. */
export async function importRows(move: Move, tables: readonly StagedTable[]): Promise<Outcome> {
  const { client, schema, catalog } = move;
  const taken: Imported[] = [];
  const problems = await wrongRoles(move, tables);
  try {
    await client.query("create temp table taken (entity text, id uuid, is_new boolean, primary key (entity, id)) on commit drop");
    await client.query("select set_config('cms.references', 'later', true)");
    const ordered = inOrder(tables, catalog);
    for (const item of ordered) {
      const result = await importRecords(move, item);
      taken.push(result);
      if (result.refused > 0) problems.push(...(await whyRefused(client, schema, item, result.refused)));
    }
    for (const item of ordered) await fillLate(client, item);
    for (const table of tables) if (table.kind !== "records") await importDependents(client, table);
    await takeReferences(move);
    for (const table of tables) await forgetUnknownOwners(client, table);
    problems.push(...(await lackingTaken(client, schema)), ...(await trashedWithout(client, schema)));
    if (!(await hasAdmin(move))) problems.push("After the import, there would be no admin");
  } catch (error) {
    const sentence = sentenceOfViolation(schema, error);
    if (sentence === null) throw error;
    problems.push(sentence);
  }
  return { taken, problems };
}

async function importRecords({ client, catalog, overwrite }: Move, orderedTable: OrderedTable): Promise<Imported> {
  const { staged, entity, rows } = orderedTable;
  const name = entity?.name ?? orderedTable.key;
  const [table, own] = [sqlName(orderedTable.table), orderedTable.columns.filter((column) => !orderedTable.late.includes(column))];
  if (name === "_user") await removeReplacedUsers(client, orderedTable, catalog);
  const held = entity?.kind === "global" ? await removeUnusedGlobal(client, orderedTable, overwrite) : 0;
  const existing = await countOf(client, `select count(*)::float8 as count from ${staged} s join ${table} t on t.id = s.id`);
  const replaced = overwrite
    ? await run(client, `update ${table} t set ${assignments(own)} from ${staged} s where t.id = s.id returning t.id`, [name, false])
    : 0;
  const insert = `insert into ${table} (${sqlColumns(own)}) select ${sqlColumns(own)} from ${staged} on conflict do nothing returning id`;
  const made = await run(client, insert, [name, true]);
  return { entity: name, made, replaced, left: held + existing - replaced, refused: rows - held - existing - made };
}

/** Runs a statement that returns ids and records them as imported. @returns how many */
async function run(client: pg.ClientBase, statement: string, values: readonly [name: string, isNew: boolean]): Promise<number> {
  const { rowCount } = await client.query(
    `with moved as (${statement}) insert into taken (entity, id, is_new) select $1, id, $2 from moved`,
    [...values],
  );
  return rowCount ?? 0;
}

/** A replaced record's version never decreases, or an ETag would identify two contents. */
function assignments(columns: readonly string[]): string {
  return columns
    .filter((column) => column !== "id")
    .map((column) =>
      column === "version" ? "version = greatest(s.version, t.version + 1)" : `${sqlColumns([column])} = ${sqlColumns([column], "s.")}`,
    )
    .join(", ");
}

async function fillLate(client: pg.ClientBase, { staged, table, late, entity }: OrderedTable): Promise<void> {
  if (late.length === 0) return;
  const differs = `(${sqlColumns(late, "t.")}) is distinct from (${sqlColumns(late, "s.")})`;
  const from = `${staged} s join taken k on k.entity = $1 and k.id = s.id`;
  const text = `update ${sqlName(table)} t set ${assignments(late)} from ${from} where t.id = s.id and ${differs}`;
  await client.query(text, [entity?.name]);
}

/** Links, versions, claims and schedules of imported records replace those of a replaced record. */
async function importDependents(client: pg.ClientBase, { table, staged, columns, owner, entity }: StagedTable): Promise<void> {
  const ofTaken = (alias: string) => `k.id = ${alias}."${owner}" and k.entity = ${entity === null ? `${alias}.entity` : "$1"}`;
  const values = entity === null ? [] : [entity.name];
  await client.query(`delete from ${sqlName(table)} t using taken k where not k.is_new and ${ofTaken("t")}`, values);
  const rows = `select ${sqlColumns(columns, "s.")} from ${staged} s join taken k on ${ofTaken("s")}`;
  await client.query(`insert into ${sqlName(table)} (${sqlColumns(columns)}) ${rows}`, values);
}

/** References inside objects, arrays and blocks of imported rows; one is null if neither the archive nor the site has its record. */
async function takeReferences({ client, schema }: Move): Promise<void> {
  const text = "select cms.take_references($2, array_agg(id), true) from taken where entity = $1 having count(*) > 0";
  for (const [entity, shape] of referenceShapes(schema)) await client.query(text, [entity, JSON.stringify(shape)]);
}

async function wrongRoles({ client, schema }: Move, tables: readonly StagedTable[]): Promise<string[]> {
  const users = tables.find(({ entity }) => entity?.name === "_user");
  if (!users) return [];
  const text = `select role, count(*)::float8 as count from ${users.staged} where role <> all ($1) group by role order by role`;
  const { rows } = await client.query<{ role: string; count: number }>(text, [[...schema.roles.keys()]]);
  return rows.map(({ role, count }) => `The role ${role} of ${count} ${count === 1 ? "user" : "users"} is not in this configuration`);
}

/** Entities whose records were in the trash in the source, and which have no trash here. */
async function trashedWithout(client: pg.ClientBase, schema: Schema): Promise<string[]> {
  const withTrash = [...schema.entities.values()].filter(({ trash }) => trash).map(({ name }) => name);
  const entities = await entitiesInTrash(client, "taken", withTrash);
  return entities.map((entity) => `${entity} has no trash in this configuration, and records of it are in the trash`);
}

function hasAdmin({ client, schema }: Move): Promise<boolean> {
  const roles = [...schema.roles.values()].filter(({ isAdmin }) => isAdmin).map(({ name }) => name);
  return hasUserWithRole(client, roles);
}

async function countOf(client: pg.ClientBase, text: string): Promise<number> {
  const { rows } = await client.query<{ count: number }>(text);
  return rows[0]?.count ?? 0;
}
