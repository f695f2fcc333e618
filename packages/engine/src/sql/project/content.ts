/** Selection → SQL for content that is stored as JSON by field name: a version, a repeated answer. */
import { sql, literal, type Sql } from "../sql.ts";
import type { Column, Selection, Shape } from "../../plan/selection/selected.ts";
import type { Targets } from "../../references/reference-tables.ts";
import { keptJson } from "../kept-references.ts";
import { shapedSql } from "./shape.ts";

const NONE: Targets = new Map();
const IDS: Shape = { kind: "array", of: { kind: "scalar" } };

/**
 * The content as the selection's reader may see it: every visible field of the configuration, missing ones as null. With `targets`,
 * references inside objects, arrays and blocks are null if their records were deleted.
 */
export function contentSql(selection: Selection, content: Sql, targets: Targets = NONE): Sql {
  const members = selection.columns.flatMap((column) => memberSql(column, content, targets));
  return members.reduce((all, member) => sql`${all} || ${member}`, sql`'{}'::jsonb`);
}

function memberSql(column: Column, content: Sql, targets: Targets): readonly Sql[] {
  const value = valueSql(column, sql`(${content} -> ${literal(column.name)})`, targets);
  return value ? [sql`jsonb_build_object(${literal(column.name)}, ${value})`] : [];
}

function valueSql(column: Column, stored: Sql, targets: Targets): Sql | null {
  if (column.kind === "links") return shapedSql(IDS, stored);
  if (column.kind === "blank") return column.many ? sql`'[]'::jsonb` : sql`null::jsonb`;
  if (column.kind !== "value" || column.field.automatic) return null;
  return shapedSql(column.shape, keptJson(column.field, stored, targets));
}
