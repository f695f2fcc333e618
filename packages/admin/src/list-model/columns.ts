import type { EntityFieldDefinition } from "@colophon/config";
import { kindOfDefinition, STATUS_FIELD } from "@colophon/model";
import type { AdminConfig, AdminEntity } from "../api/admin-entities.ts";
import { titlePathOf } from "../api/summary.ts";
import { fieldAt, isMany, showsDrafts, targetOf, type PlacedField } from "./fields.ts";

export interface Column extends PlacedField {
  /** The value of `sort` for this column; null if the API can't sort by it. */
  readonly sortPath: string | null;
  /** For fields that refer to records: the path of the shown value in these. */
  readonly targetPath?: string;
}

const SHORT: ReadonlySet<string> = new Set(["select", "date", "datetime", "number", "boolean", "relation", "email", "image"]);
/** The API sorts by them, but not by what a cell shows. */
const UNORDERED: ReadonlySet<string> = new Set(["richtext", "image", "video", "file"]);
const SHORT_COLUMNS = 4;

/** The columns of a list, the title always first: the chosen ones (`section,author`), else the configured ones. */
export function columnsOf(config: AdminConfig, entity: AdminEntity, columns?: string): readonly Column[] {
  const title = titlePathOf(entity) ?? "id";
  const status = showsDrafts(entity) ? [STATUS_FIELD.name] : [];
  const chosen = columns?.split(",") ?? [...status, ...(entity.admin.list?.columns ?? defaultColumns(entity))];
  const paths = new Set([title, ...chosen]);
  return [...paths].flatMap((path) => {
    const placed = path === "id" ? { path, label: "Id", field: { name: "id", type: "text" } as const } : fieldAt(config, entity, path);
    return placed ? [columnOf(config, entity, placed)] : [];
  });
}

function defaultColumns({ fields }: AdminEntity): readonly string[] {
  const short = fields.filter((field) => SHORT.has(field.type) && !isMany(field)).slice(0, SHORT_COLUMNS);
  return [...short.map(({ name }) => name), "updatedAt"];
}

function columnOf(config: AdminConfig, entity: AdminEntity, placed: PlacedField): Column {
  const { field } = placed;
  const target = targetOf(config, field);
  const targetPath = target && (target.name === "_image" ? "url" : (titlePathOf(target) ?? "id"));
  return { ...placed, ...(targetPath !== undefined && { targetPath }), sortPath: sortPathOf(entity, placed, targetPath) };
}

function sortPathOf(entity: AdminEntity, { path, field, through }: PlacedField, targetPath: string | undefined): string | null {
  const isInObject = path.includes(".") && through === undefined;
  const isOfSeveral = entity.fields.some((own) => own.name === through && isMany(own));
  if (isInObject || isOfSeveral || !hasOrder(field)) return null;
  return field.type === "relation" ? (targetPath && `${path}.${targetPath}`) || null : path;
}

function hasOrder(field: EntityFieldDefinition): boolean {
  return field.type !== "reverse" && !UNORDERED.has(field.type) && !isMany(field) && kindOfDefinition(field) !== "json";
}

/** The `fields` and `resolve` parameters that these columns need. */
export function listFieldsOf(columns: readonly Column[]): {
  readonly fields: readonly string[];
  readonly resolve: Record<string, string[]>;
} {
  const resolve: Record<string, string[]> = {};
  for (const { path, through, targetPath } of columns) {
    if (targetPath !== undefined && through === undefined) resolve[path] = [...(resolve[path] ?? []), targetPath];
    if (through !== undefined) resolve[through] = [...(resolve[through] ?? []), path.slice(through.length + 1)];
  }
  const fields = new Set(columns.map(({ path }) => path.split(".")[0] ?? path));
  return { fields: [...new Set(["id", ...fields])], resolve };
}
