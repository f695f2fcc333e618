/** Who made the records that are taken in, and who changed them last. */
import { isAuthorThere } from "@colophon/database";
import type { Catalog } from "@colophon/engine";
import type pg from "pg";
import type { StagedTable } from "./staging.ts";
import { sqlName } from "./tables.ts";

/** Each with the column that says whether it is a user or a key, of a record; in the history the column says it. */
const OWNED = [
  { id: "created_by", kind: "created_by_kind" },
  { id: "updated_by", kind: "updated_by_kind" },
];
const AUTHORS = ["created_by", "created_by_key"];

/** Users and keys that are not here, and did not come along, are nobody in the rows that were taken. */
export async function forgetUnknownOwners(client: pg.ClientBase, { table, kind, entity, owner }: StagedTable): Promise<void> {
  const columns = kind === "records" ? OWNED : kind === "versions" ? AUTHORS.map((id) => ({ id, kind: null })) : [];
  const ofTaken = `k.id = t."${owner}" and k.entity = ${entity === null ? "t.entity" : "$1"}`;
  for (const { id, kind: own } of columns) {
    const nobody = [id, ...(own === null ? [] : [own])].map((column) => `${column} = null`).join(", ");
    const text = `update ${sqlName(table)} t set ${nobody} from taken k where ${ofTaken} and t.${id} is not null and not (${isAuthorThere(`t.${id}`)})`;
    await client.query(text, entity === null ? [] : [entity.name]);
  }
}

/** Columns of records that name the user who made or changed them; what users did to users is no work of theirs. */
export function ownerColumns(catalog: Catalog): readonly { readonly table: string; readonly column: string }[] {
  return [...catalog.tables].flatMap(([table, { columns }]) =>
    OWNED.flatMap(({ id, kind }) => (columns.has(kind) && table !== "cms.users" ? [{ table, column: id }] : [])),
  );
}
