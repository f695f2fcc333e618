/** The creators and last editors of the imported records. */
import { authorExists } from "@colophon/database";
import type { Catalog } from "@colophon/engine";
import type pg from "pg";
import type { StagedTable } from "./staging.ts";
import { sqlName } from "./tables.ts";

/** The columns of owners; in records each has a second column with the kind (user or key), in the history one column has it. */
const OWNED = [
  { id: "created_by", kind: "created_by_kind" },
  { id: "updated_by", kind: "updated_by_kind" },
];
const AUTHORS = ["created_by", "created_by_key"];

/** Sets owners to null in the imported rows if the user or key neither exists here nor was imported. */
export async function forgetUnknownOwners(client: pg.ClientBase, { table, kind, entity, owner }: StagedTable): Promise<void> {
  const columns = kind === "records" ? OWNED : kind === "versions" ? AUTHORS.map((id) => ({ id, kind: null })) : [];
  const ofTaken = `k.id = t."${owner}" and k.entity = ${entity === null ? "t.entity" : "$1"}`;
  for (const { id, kind: own } of columns) {
    const nobody = [id, ...(own === null ? [] : [own])].map((column) => `${column} = null`).join(", ");
    const text = `update ${sqlName(table)} t set ${nobody} from taken k where ${ofTaken} and t.${id} is not null and not (${authorExists(`t.${id}`)})`;
    await client.query(text, entity === null ? [] : [entity.name]);
  }
}

/** The owner columns of records of other entities than users. */
export function ownerColumns(catalog: Catalog): readonly { readonly table: string; readonly column: string }[] {
  return [...catalog.tables].flatMap(([table, { columns }]) =>
    OWNED.flatMap(({ id, kind }) => (columns.has(kind) && table !== "cms.users" ? [{ table, column: id }] : [])),
  );
}
