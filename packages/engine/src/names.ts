/** Names in PostgreSQL have at most 63 bytes; longer ones are truncated silently, so two tables could get one name. */
import { createHash } from "node:crypto";
import type { OnDelete, Table } from "./types.ts";

const MAX_BYTES = 63;
const HASH_LENGTH = 10;

/** The name itself, or one of 63 bytes that ends in a hash of the whole name. Names of the schema are ASCII. */
export function fitName(name: string): string {
  if (name.length <= MAX_BYTES) return name;
  const hash = createHash("sha256").update(name).digest("hex").slice(0, HASH_LENGTH);
  return `${name.slice(0, MAX_BYTES - HASH_LENGTH - 1)}_${hash}`;
}

/** The name of a foreign key; it contains the key's whole definition. */
export function foreignKeyName(from: Table, column: string, target: Table, onDelete: OnDelete): string {
  return fitName(`fk.${from.name}.${column}.${target.name}.${onDelete.replace(" ", "_")}`);
}

/** `"content"."article"`, for PostgreSQL functions that take a table name. */
export function quotedTable({ schema, name }: Table): string {
  return `"${schema}"."${name}"`;
}

/** Columns that every table already has: a field of that name gets an underscore, which field names can't contain. */
const TAKEN = new Set(["version", "ctid", "xmin", "xmax", "cmin", "cmax", "tableoid"]);

/** The column of a configured field: its own name, unless the table already has a column of that name. */
export function columnNameOf(fieldName: string): string {
  return TAKEN.has(fieldName) ? `${fieldName}_` : fieldName;
}
