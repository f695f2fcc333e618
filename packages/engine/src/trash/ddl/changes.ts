/** Effects of a configuration change on records in the trash. */
import { freedFields } from "../freed-fields.ts";
import { literal, name, sql, table, type Sql } from "../../sql/sql.ts";
import type { Entity, Schema } from "../../types.ts";
import { copiedTrash } from "../../ddl/abandoned-copies.ts";
import { tableKey, TRASH, type Catalog, type CatalogTable } from "../../ddl/catalog.ts";
import type { TableDesign } from "../../ddl/contract.ts";
import type { Catalogs } from "../../ddl/current-table.ts";
import type { FeatureChanges } from "../../ddl/feature.ts";
import { changeOf, changeRows, changesOf, type TableChange } from "../../ddl/steps/change.ts";
import { TRASH_FUNCTIONS } from "./functions.ts";

/** What the trash adds to the changes of tables. */
export const TRASH_CHANGES: FeatureChanges = { functions: TRASH_FUNCTIONS, ofSchema: dropTrash, ofTable: freeInTrash };

/** The current entity of the trashed records; it may have been renamed since. */
function ownerOf({ config, entities }: Schema, trashed: string): Entity | undefined {
  const renamed = config.entities.find(({ renamedFrom }) => renamedFrom === trashed);
  return entities.get(trashed) ?? (renamed && entities.get(renamed.name));
}

/** Empties the trash of entities that no longer have one; the records are lost, or already were with their table. */
function dropTrash(schema: Schema, catalog: Catalog): TableChange[] {
  const copied = copiedTrash(catalog);
  return [...(catalog.trashed ?? [])].toSorted().flatMap((from) => {
    const owner = ownerOf(schema, from);
    if (owner?.trash || copied.has(from)) return [];
    const configPath = owner?.name ?? from;
    const of = sql`cms.trash where entity = ${literal(configPath)}`;
    const reason = { phase: "trash", configPath } as const;
    if (!owner) return [changeOf(reason, changeRows(TRASH, sql`delete from ${of}`, "trash"))];
    const lossy = `${configPath} has no trash any more: the records in it are lost`;
    const deleted = sql`delete from ${table(owner.table)} where id in (select id from ${of})`;
    const forgotten = sql`select cms.forget_record(entity, id) from ${of}`;
    return changesOf(reason, [changeRows(owner.table, deleted, "trash"), changeRows(TRASH, forgotten, "trash")], { lossy });
  });
}

/** For new rules: records in the trash give up the values that the rules are about, before an index is built. */
function freeInTrash(
  { entity, indexes, foreignKeys, table: of, junction }: TableDesign,
  found: CatalogTable,
  { before, catalog: { trashed } }: Catalogs,
): TableChange[] {
  if (junction !== null || !entity.trash || !trashed?.has(entity.name)) return [];
  const lacking = new Set([
    ...indexes
      .filter(({ kind, name: own }) => kind === "unique" && !found.indexes.has(own))
      .flatMap(({ field, fields }) => fields ?? [field ?? ""]),
    ...foreignKeys.filter((key) => !found.foreignKeys.has(key.name)).map(({ field }) => field),
  ]);
  return freedFields(entity).flatMap((field) => {
    if (!lacking.has(field.name) || field.storage.kind !== "column" || !found.columns.has(field.storage.column)) return [];
    const steps = freeing(entity, field.name, field.storage.column).map((statement) => changeRows(of, statement, "freed"));
    const isNamedSo = before.tables.get(tableKey(of))?.columns.has(field.storage.column);
    const onlineSteps = isNamedSo ? [{ kind: "brief", table: tableKey(of), steps } as const] : null;
    return changesOf({ phase: "freed", configPath: `${entity.name}.${field.name}` }, steps, { onlineSteps });
  });
}

function freeing({ name: entity, table: of }: Entity, field: string, column: string): readonly Sql[] {
  const held = sql`w.data || jsonb_build_object(${literal(field)}, r.${name(column)})`;
  const trashed = sql`w.entity = ${literal(entity)} and w.id = r.id and r.${name(column)} is not null`;
  return [
    sql`update cms.trash w set data = ${held} from ${table(of)} r where ${trashed}`,
    sql`update ${table(of)} r set ${name(column)} = null from cms.trash w where ${trashed}`,
  ];
}
