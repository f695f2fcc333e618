/** The tables that a schema needs. */
import { fitName, foreignKeyName } from "../names.ts";
import { onDeleteOf } from "../references/referrers.ts";
import { rowColumnsOf } from "../sql/row-columns.ts";
import type { Entity, Field, Schema, Table } from "../types.ts";
import type { ColumnDesign, ForeignKeyDesign, TableDesign } from "./contract.ts";
import { indexesOf } from "./indexes/indexes.ts";

const JUNCTION_COLUMNS: readonly ColumnDesign[] = [
  { name: "source_id", sqlType: "uuid", field: null },
  { name: "target_id", sqlType: "uuid", field: null },
  { name: "position", sqlType: "integer", field: null },
];

function foreignKey(schema: Schema, field: Field, from: Table, column: string): ForeignKeyDesign[] {
  const target = field.target === null ? undefined : schema.entities.get(field.target)?.table;
  if (!target) return [];
  const onDelete = onDeleteOf(field);
  return [{ name: foreignKeyName(from, column, target, onDelete), column, target, onDelete, field: field.name }];
}

function entityTable(schema: Schema, entity: Entity): TableDesign {
  const inColumns = entity.fields.filter((field) => field.storage.kind === "column");
  const columns = inColumns.flatMap((field): ColumnDesign[] =>
    field.storage.kind === "column" ? [{ name: field.storage.column, sqlType: field.storage.sqlType, field }] : [],
  );
  return {
    table: entity.table,
    entity,
    junction: null,
    columns: [...rowColumnsOf(entity).map((column) => ({ ...column, field: null })), ...columns],
    indexes: indexesOf(entity),
    foreignKeys: columns.flatMap(({ field, name }) => (field ? foreignKey(schema, field, entity.table, name) : [])),
  };
}

function junctionTable(schema: Schema, entity: Entity, field: Field, table: Table): TableDesign {
  return {
    table,
    entity,
    junction: field,
    columns: JUNCTION_COLUMNS,
    indexes: [
      { name: fitName(`index.${table.name}.target_id.source_id`), kind: "plain", columns: ["target_id", "source_id"], field: field.name },
    ],
    foreignKeys: [
      {
        name: foreignKeyName(table, "source_id", entity.table, "cascade"),
        column: "source_id",
        target: entity.table,
        onDelete: "cascade",
        field: field.name,
      },
      ...foreignKey(schema, field, table, "target_id"),
    ],
  };
}

/** Every table of the configured entities; junction tables follow their entity's table. */
export function designTables(schema: Schema): readonly TableDesign[] {
  const own = [...schema.entities.values()].filter((entity) => !entity.builtIn);
  return own.flatMap((entity) => [
    entityTable(schema, entity),
    ...entity.fields.flatMap((field) =>
      field.storage.kind === "junction" ? [junctionTable(schema, entity, field, field.storage.table)] : [],
    ),
  ]);
}
