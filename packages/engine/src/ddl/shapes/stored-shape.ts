/** The JSON that a field stores, as data: stored values are compared with it and converted to it (`cms.reshape`). */
import { createHash } from "node:crypto";
import type { FieldDefinition, FieldType } from "@colophon/config";
import { itemDefinition, type BlockDefinition } from "@colophon/model";
import { jsonConstant, literal, sql } from "../../sql/sql.ts";
import type { Sql } from "../../sql/sql.ts";
import type { Field } from "../../types.ts";

export type StoredShape =
  | { readonly kind: ScalarKind }
  | { readonly kind: "list"; readonly of: StoredShape }
  | { readonly kind: "object"; readonly members: readonly StoredMember[] }
  | { readonly kind: "blocks" | "nodes"; readonly blocks: readonly StoredBlock[] };

interface StoredBlock {
  readonly name: string;
  /** Its previous name. */
  readonly from?: string;
  readonly of: StoredShape;
}

/** `document` is rich text as any blocks, `nodes` a checked document with own blocks; `any` is any JSON. */
type ScalarKind = "text" | "number" | "integer" | "boolean" | "date" | "datetime" | "id" | "document" | "any";

interface StoredMember {
  readonly name: string;
  /** Its previous name. */
  readonly from?: string;
  readonly of: StoredShape;
}

const SCALARS: Readonly<Partial<Record<FieldType, ScalarKind>>> = {
  boolean: "boolean",
  date: "date",
  datetime: "datetime",
  json: "any",
  relation: "id",
  image: "id",
  video: "id",
  file: "id",
};

function scalarOf(definition: FieldDefinition): ScalarKind {
  if (definition.type === "number") return definition.integer ? "integer" : "number";
  if (definition.type === "richtext") return definition.format === "blocks" ? "document" : "text";
  return SCALARS[definition.type] ?? "text";
}

const renamed = (from: string | undefined) => (from === undefined ? {} : { from });

function objectOf(fields: readonly FieldDefinition[]): StoredShape {
  return {
    kind: "object",
    members: fields.map((field) => ({ name: field.name, ...renamed(field.renamedFrom), of: storedShapeOf(field) })),
  };
}

function blocksOf(blocks: readonly BlockDefinition[]): readonly StoredBlock[] {
  return blocks.map(({ name, renamedFrom, fields }) => ({ name, ...renamed(renamedFrom), of: objectOf(fields) }));
}

/** The shape of a value of this definition inside JSON. */
export function storedShapeOf(definition: FieldDefinition): StoredShape {
  if (definition.type === "object") return objectOf(definition.fields);
  if (definition.type === "array") return { kind: "list", of: storedShapeOf(itemDefinition(definition.of)) };
  if (definition.type === "blocks") return { kind: "blocks", blocks: blocksOf(definition.blocks) };
  if (definition.type === "richtext" && definition.format === "document")
    return { kind: "nodes", blocks: blocksOf(definition.blocks ?? []) };
  const isList = ("many" in definition && definition.many) || (definition.type === "select" && definition.multiple);
  const scalar: StoredShape = { kind: scalarOf(definition) };
  return isList ? { kind: "list", of: scalar } : scalar;
}

/** The shape of a field that is stored as JSON; null for other fields, and for those that accept any JSON. */
export function shapeOfColumn({ definition, storage }: Field): StoredShape | null {
  if (storage.kind !== "column" || storage.sqlType !== "jsonb") return null;
  const shape = storedShapeOf(definition);
  return shape.kind === "any" ? null : shape;
}

/** Equal for shapes that store the same JSON: previous names don't count. */
export function shapeKey(shape: StoredShape): string {
  const text = JSON.stringify(shape, (member, value: unknown) => (member === "from" ? undefined : value));
  return createHash("sha256").update(text).digest("hex").slice(0, 32);
}

/** A value as the new definition holds it, with `lost`: a row of `cms.reshape`. */
export function reshape(field: Pick<Field, "name">, shape: StoredShape, value: Sql): Sql {
  return sql`cms.reshape(${value}, ${jsonConstant(shape)}, ${literal(field.name)})`;
}
