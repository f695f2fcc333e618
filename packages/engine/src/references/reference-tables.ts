/**
 * An additional table of an entity with the references inside its objects, arrays and blocks: those of its rows, and those of pending
 * drafts. Its rows are derived from the entity's rows; its name is derived from the configuration, so another configuration has another
 * table.
 */
import { createHash } from "node:crypto";
import { columnNameOf, fitName, foreignKeyName, quotedTable } from "../names.ts";
import { jsonPathOf, markdownTargetOf } from "./nested-references.ts";
import { memoizeFor } from "../memoize.ts";
import type { Entity, Field, NestedReference, OnDelete, Schema, Table } from "../types.ts";

/** The ids that refer to one entity and have the same `onDelete`. */
export interface ReferenceColumn<By extends ReplacedBy = ReplacedBy> {
  readonly name: string;
  readonly target: Entity;
  readonly onDelete: OnDelete;
  readonly constraint: string;
  readonly references: readonly FieldReference<By>[];
}

/** A reference inside a field's value. */
export interface FieldReference<By extends ReplacedBy = ReplacedBy> extends NestedReference {
  readonly field: Field;
  /** Of a field whose values are being converted. */
  readonly replaced?: By;
}

export interface ReplacedBy {
  /** The column with the new values, which will replace the field's own. */
  readonly column: string;
}

export interface ReferenceTable<By extends ReplacedBy = ReplacedBy> {
  readonly entity: Entity;
  readonly table: Table;
  readonly columns: readonly ReferenceColumn<By>[];
}

const HASH_LENGTH = 6;
const memoized = memoizeFor<ReferenceTable | null>();

const NAME = new RegExp(`__refs\\.[0-9a-f]{${HASH_LENGTH}}$`);

/** Whether a table of that name contains references: all its rows are derived from the records. */
export function isReferenceTable(tableName: string): boolean {
  return NAME.test(tableName);
}

/** The part of a table that determines the name of a table of references. */
function identityOf({ schema, name, trash }: Table): Table {
  return { schema, name, ...(trash && { trash }) };
}

/** Null for an entity without such references. */
export function referenceTableOf(schema: Schema, entity: Entity): ReferenceTable | null {
  return memoized(schema, entity.name, () => {
    const found = entity.fields.flatMap((field) => field.references.map((reference) => ({ ...reference, field })));
    const groups = [...Map.groupBy(found, ({ onDelete, target }) => `${onDelete.replace(" ", "_")}.${target}`)];
    const columns = groups.flatMap(([key, references]) => {
      const target = schema.entities.get(references[0]?.target ?? "");
      return target && references[0] ? [{ name: fitName(key), target, onDelete: references[0].onDelete, references }] : [];
    });
    if (columns.length === 0) return null;
    const shape = columns.map(({ name, target, references }) => [
      name,
      identityOf(target.table),
      references.map(({ path, steps }) => [path, steps]),
    ]);
    const hash = createHash("sha256")
      .update(JSON.stringify([identityOf(entity.table), entity.versions !== false, shape]))
      .digest("hex");
    const table: Table = { schema: "content", name: `${entity.table.name}__refs.${hash.slice(0, HASH_LENGTH)}` };
    const keyed = columns.map((column) => ({
      ...column,
      constraint: foreignKeyName(table, column.name, column.target.table, column.onDelete),
    }));
    return { entity, table, columns: keyed };
  });
}

/** The table and all its paths as data, for the PostgreSQL functions that maintain it. */
export function shapeOfReferences({ entity, table, columns }: ReferenceTable): unknown {
  return {
    entity: entity.name,
    table: quotedTable(entity.table),
    references: quotedTable(table),
    columns: columns.map(({ name, target, onDelete, references }) => ({
      name,
      target: quotedTable(target.table),
      onDelete,
      paths: references.map((reference) => ({
        path: reference.path,
        ...inText(reference.steps),
        steps: reference.steps,
        column: columnOfReference(reference),
        inRow: jsonPathOf(reference.steps, columnOfReference(reference)),
        inContent: jsonPathOf(reference.steps, reference.field.name),
      })),
    })),
  };
}

/** The column of the record's row whose value contains the reference. */
export function columnOfReference({ field, replaced }: Pick<FieldReference, "field" | "replaced">): string {
  return replaced?.column ?? columnNameOf(field.name);
}

/** Marks references in Markdown: their ids stay when their records are deleted. */
function inText(steps: readonly string[]): { readonly inText?: true } {
  return markdownTargetOf({ steps }) === null ? {} : { inText: true };
}

/** The shapes of all tables of references, by the name of their entity. */
export function referenceShapes(schema: Schema): ReadonlyMap<string, unknown> {
  const tables = [...schema.entities.values()].map((entity) => referenceTableOf(schema, entity));
  return new Map(tables.flatMap((table) => (table ? [[table.entity.name, shapeOfReferences(table)] as const] : [])));
}

/** The tables of the entities that an entity's relations point to, by field name; for nested references by their path. */
export type Targets = ReadonlyMap<string, Table>;

/** The tables of all entities that an entity refers to. */
export function targetsOf(schema: Schema, entity: Entity): Targets {
  const relations = entity.fields.flatMap(({ name, target, references }) => [{ path: name, target }, ...references]);
  const tables = relations.map(({ path, target }) => [path, target === null ? undefined : schema.entities.get(target)?.table]);
  return new Map(tables.filter((table): table is [string, Table] => table[1] !== undefined));
}
