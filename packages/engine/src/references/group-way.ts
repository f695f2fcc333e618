/** References to a translatable entity, as data for the PostgreSQL functions that move them to another record of the translation group. */
import { columnNameOf, quotedTable } from "../names.ts";
import { uniqueRules } from "../unique-rules.ts";
import type { Entity, Schema } from "../types.ts";
import { referrersOf } from "./referrers.ts";
import type { Referrer, ReferringPath } from "./referrers.ts";

/** Tables are quoted for SQL. */
export interface GroupTable {
  readonly table: string;
  readonly defaultLocale: string;
}

/** A reference that prevents the deletion of what it refers to. */
export interface KeptBy {
  readonly table: string;
  readonly name: string;
  readonly column: string;
  /** The column with the referring record's id. */
  readonly source: string;
  readonly target: string;
  readonly constraint: string;
}

export interface GroupWay extends GroupTable {
  readonly places: readonly unknown[];
  /** Entities with content as JSON by field name, in drafts and in the trash. */
  readonly contents: readonly {
    readonly entity: string;
    /** The paths to the references. */
    readonly ways: readonly (readonly string[])[];
    /** The unique rules that they are part of. */
    readonly rules: readonly string[];
  }[];
  readonly kept: readonly KeptBy[];
}

/** The table of a translatable entity whose records are deleted one by one; null for others. */
export function groupTableOf({ kind, table }: Pick<Entity, "kind" | "table">): GroupTable | null {
  return kind === "global" || table.defaultLocale === undefined ? null : { table: quotedTable(table), defaultLocale: table.defaultLocale };
}

/** Null for an entity without translations, or without references to it. */
export function groupWayOf(schema: Schema, entity: Entity): GroupWay | null {
  const own = groupTableOf(entity);
  const referrers = referrersOf(schema, entity);
  if (!own || referrers.length === 0) return null;
  const stored = [...Map.groupBy(referrers, (referrer) => referrer.entity)].filter(
    ([{ versions, trash }]) => versions !== false || trash !== false,
  );
  return {
    ...own,
    places: referrers.map(placeOf),
    contents: stored.map(([table, of]) => ({
      entity: table.name,
      ways: of.flatMap(({ fieldPaths }) => fieldPaths.map(wayTo)),
      rules: rulesWith(table, of),
    })),
    kept: keptBy(referrers, entity.name),
  };
}

/** The references that prevent the deletion of a record of the target. */
export function keptBy(referrers: readonly Referrer[], target: string): readonly KeptBy[] {
  return referrers
    .filter(({ onDelete }) => onDelete === "no action")
    .map(({ table, column, source, constraint }) => ({ table: quotedTable(table), name: table.name, column, source, target, constraint }));
}

function placeOf({ kind, entity, table, column, fieldPaths }: Referrer): unknown {
  if (kind === "junction") return { kind, table: quotedTable(table) };
  if (kind === "column")
    return {
      kind,
      table: quotedTable(table),
      column,
      unique: fieldPaths.some(({ field }) => uniqueRules(entity, { [field.name]: null }).length > 0),
    };
  const paths = fieldPaths.map((fieldPath) => ({
    path: fieldPath.path,
    column: columnNameOf(fieldPath.field.name),
    steps: stepsTo(fieldPath),
    ...(isText(fieldPath) && { text: true }),
  }));
  return { kind, table: quotedTable(table), column, records: quotedTable(entity.table), paths };
}

function rulesWith(entity: Entity, referrers: readonly Referrer[]): readonly string[] {
  const rules = referrers.flatMap(({ fieldPaths }) => fieldPaths.flatMap(({ field }) => uniqueRules(entity, { [field.name]: null })));
  return [...new Set(rules.map(({ name }) => name))];
}

function stepsTo({ field, path }: ReferringPath): readonly string[] {
  return field.references.find((reference) => reference.path === path)?.steps ?? [];
}

/** Whether a column of text has the reference, which is then in Markdown. */
function isText({ field: { storage } }: ReferringPath): boolean {
  return storage.kind === "column" && storage.sqlType === "text";
}

function wayTo(fieldPath: ReferringPath): readonly string[] {
  const { field } = fieldPath;
  return [field.name, ...(field.storage.kind === "junction" ? ["-"] : stepsTo(fieldPath))];
}
