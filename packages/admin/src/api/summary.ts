import type { AdminEntity } from "./admin-entities.ts";
import type { AnyRecord } from "./client.ts";

const COMMON_TITLES = ["title", "name", "label", "filename"];

/** The path of the title field: the configured one, else a field with a common name, else the first text field; undefined if there is none. */
export function titlePathOf({ admin, fields }: Pick<AdminEntity, "admin" | "fields">): string | undefined {
  const names = new Set(fields.map(({ name }) => name));
  const configured = admin.summary?.title;
  if (configured !== undefined) return configured;
  return COMMON_TITLES.find((name) => names.has(name)) ?? fields.find(({ type }) => type === "text")?.name;
}

/** The title of a record, never empty: its id if it has no title. */
export function titleOf(entity: Pick<AdminEntity, "admin" | "fields">, record: AnyRecord): string {
  const path = titlePathOf(entity);
  const value = path === undefined ? undefined : valueAt(record, path);
  return typeof value === "string" && value.trim() !== "" ? value : record.id;
}

/** The value at a dotted path; undefined if a part of the path does not exist. */
export function valueAt(record: unknown, path: string): unknown {
  let value = record;
  for (const name of path.split(".")) {
    if (typeof value !== "object" || value === null) return undefined;
    value = (value as Readonly<Record<string, unknown>>)[name];
  }
  return value;
}
