import { ASSET_TABLES } from "@colophon/config";
import { schemaStateOf } from "@colophon/database";
import type { Entity, Schema, Table } from "@colophon/engine";
import pg from "pg";
import { Refusal } from "../failures.ts";
import type { Site } from "../site.ts";

/**
 * A table whose rows are exported. `records`: an entity's own table; `links`: that of a to-many relation, in order; the others contain data
 * of records: versions (with drafts), unique values that drafts claim, schedules, and freed values of records in the trash.
 */
export interface ArchivedTable {
  /** `content.article`: its name in the archive. */
  readonly key: string;
  readonly table: Table;
  readonly kind: "records" | "links" | "versions" | "claims" | "schedules" | "trash";
  /** The entity of these rows or of their records; null if a column has it. */
  readonly entity: Entity | null;
  /** The column with the record's id. */
  readonly owner: "id" | "source_id" | "record_id";
  /** The columns of a row's key. */
  readonly identity: readonly string[];
}

const SYSTEM: readonly Pick<ArchivedTable, "table" | "kind" | "owner" | "identity">[] = [
  { table: { schema: "cms", name: "versions" }, kind: "versions", owner: "record_id", identity: ["id"] },
  { table: { schema: "cms", name: "draft_claims" }, kind: "claims", owner: "record_id", identity: ["entity", "field", "scope", "value"] },
  { table: { schema: "cms", name: "schedules" }, kind: "schedules", owner: "record_id", identity: ["entity", "record_id"] },
  { table: { schema: "cms", name: "trash" }, kind: "trash", owner: "id", identity: ["id"] },
];

/** Every exported table: records first, then dependent rows. Sessions, codes, API keys and derivatives are not exported. */
export function archivedTables(schema: Schema): readonly ArchivedTable[] {
  const entities = [...schema.entities.values()];
  const records = entities.map((entity) => tableOf(entity.table, "records", entity));
  const links = entities.flatMap((entity) =>
    entity.fields.flatMap(({ storage }) => (storage.kind === "junction" ? [tableOf(storage.table, "links", entity)] : [])),
  );
  const system = SYSTEM.map((table): ArchivedTable => ({ ...table, key: keyOf(table.table), entity: null }));
  return [...records, ...links, ...system];
}

function tableOf(table: Table, kind: "records" | "links", entity: Entity): ArchivedTable {
  const isLinks = kind === "links";
  return {
    key: keyOf(table),
    table,
    kind,
    entity,
    owner: isLinks ? "source_id" : "id",
    identity: isLinks ? ["source_id", "target_id"] : ["id"],
  };
}

function keyOf({ schema, name }: Table): string {
  return `${schema}.${name}`;
}

/** A table's name in SQL. */
export function sqlName({ schema, name }: Table): string {
  return `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`;
}

/** Columns in SQL, with a prefix such as `s.`. */
export function sqlColumns(columns: readonly string[], prefix = ""): string {
  return columns.map((column) => prefix + pg.escapeIdentifier(column)).join(", ");
}

/** Whether a table, such as `cms.images`, is one of assets. */
export function isAssetTable(key: string): boolean {
  return Object.values(ASSET_TABLES).includes(key);
}

/** @throws Refusal if the tables are not those of this configuration: otherwise rows would be omitted, or could not be stored */
export async function requireFit(
  { schema, file, command }: Pick<Site, "schema" | "file" | "command">,
  client: pg.ClientBase,
): Promise<void> {
  if ((await schemaStateOf(client, schema.hash)).current === schema.hash) return;
  throw new Refusal(
    `The database does not match the configuration ${file}. To see the differences, run: ${command} schema plan. To apply them, run: ${command} schema apply`,
  );
}
