/** What gives way to imported records without being asked: what a first start made by itself, and nobody has used. */
import type { Catalog } from "@colophon/engine";
import type pg from "pg";
import type { StagedTable } from "./staging.ts";
import { sqlColumns, sqlName } from "./tables.ts";

const OWN = "array['id', 'version', 'created_at', 'updated_at', 'published_at']";

/**
 * The empty row that every global has from the first start gives way to the imported one; with `overwrite` a saved one, too.
 * @returns whether a row stands in the way still
 */
export async function makeWayForGlobal(client: pg.ClientBase, one: StagedTable, overwrite: boolean): Promise<boolean> {
  const table = sqlName(one.table);
  const unused = `_row.version = 1 and jsonb_strip_nulls(to_jsonb(_row)) - ${OWN} = '{}'`;
  const others = `exists (select from ${one.staged}) and _row.id not in (select id from ${one.staged})`;
  const gone = `delete from ${table} _row where ${others} and ($1 or ${unused}) returning id`;
  await client.query(`with gone as (${gone}) select cms.forget_record($2, id) from gone`, [overwrite, one.entity?.name]);
  const { rows } = await client.query(`select from ${table} _row where ${others}`);
  return rows.length > 0;
}

/**
 * A user with an imported one's address and another id, whom nothing refers to (the first admin, before any work), gives
 * way to the imported one. The person is signed out by that.
 */
export async function makeWayForUsers(client: pg.ClientBase, one: StagedTable, catalog: Catalog): Promise<void> {
  const references = [...catalog.tables].flatMap(([key, { foreignKeys }]) =>
    [...foreignKeys.values()].filter(({ target }) => target === one.key && key !== "cms.sessions").map(({ column }) => ({ key, column })),
  );
  const unused = [{ key: "cms.versions", column: "created_by" }, ...references].map(({ key, column }) => {
    const [schema, ...name] = key.split(".");
    const table = sqlName({ schema: schema === "cms" ? "cms" : "content", name: name.join(".") });
    return `not exists (select from ${table} r where ${sqlColumns([column], "r.")} = u.id)`;
  });
  const same = `select from ${one.staged} s where lower(s.email) = lower(u.email) and s.id <> u.id`;
  const isKept = `select from ${one.staged} s where s.id = u.id`;
  await client.query(`delete from cms.users u where exists (${same}) and not exists (${isKept}) and ${unused.join(" and ")}`);
}
