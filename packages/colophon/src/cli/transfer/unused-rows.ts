/** Removes rows that conflict with imported records: those that a first start created, if they are unused. */
import { removeUnusedUsers } from "@colophon/database";
import { defaultValues, type Catalog } from "@colophon/engine";
import type pg from "pg";
import type { StagedTable } from "./staging.ts";
import { ownerColumns } from "./owners.ts";
import { sqlName } from "./tables.ts";

const OWN = "array['id', 'version', 'created_at', 'updated_at', 'published_at', 'locale', 'translation_group']";

/**
 * The imported row of a global replaces the one from the first start if that has only defaults; with `overwrite` also a saved one. For a
 * translatable global this applies to each locale. @returns the number of imported rows that still conflict: they are no longer staged
 */
export async function removeUnusedGlobal(client: pg.ClientBase, stagedTable: StagedTable, overwrite: boolean): Promise<number> {
  const table = sqlName(stagedTable.table);
  const defaults = `to_jsonb(jsonb_populate_record(null::${table}, $3::jsonb))`;
  const unused = `_row.version = 1 and jsonb_strip_nulls(to_jsonb(_row)) - ${OWN} <@ ${defaults}`;
  const same = stagedTable.entity?.translatable ? "s.locale = _row.locale" : "true";
  const others = `exists (select from ${stagedTable.staged} s where ${same}) and _row.id not in (select id from ${stagedTable.staged})`;
  const gone = `delete from ${table} _row where ${others} and ($1 or ${unused}) returning id`;
  await client.query(`with gone as (${gone}) select cms.forget_record($2, id) from gone`, [
    overwrite,
    stagedTable.entity?.name,
    JSON.stringify(stagedTable.entity ? defaultValues(stagedTable.entity) : {}),
  ]);
  const held = `exists (select from ${table} _row where ${same} and _row.id <> s.id)`;
  const { rowCount } = await client.query(`delete from ${stagedTable.staged} s where ${held}`);
  return rowCount ?? 0;
}

/**
 * An imported user replaces a user with the same email address and another id, if nothing refers to that user (the first admin, before any
 * work). This signs the person out.
 */
export async function removeReplacedUsers(client: pg.ClientBase, stagedTable: StagedTable, catalog: Catalog): Promise<void> {
  const references = [...catalog.tables].flatMap(([table, { foreignKeys }]) =>
    [...foreignKeys.values()].filter(({ target }) => target === stagedTable.key).map(({ column }) => ({ table, column })),
  );
  await removeUnusedUsers(client, stagedTable.staged, [
    { table: "cms.versions", column: "created_by" },
    ...ownerColumns(catalog),
    ...references,
  ]);
}
