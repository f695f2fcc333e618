import type { EntityFieldDefinition } from "@colophon/config";
import type { AdminConfig, AdminEntity } from "../api/admin-config.ts";
import type { FormField } from "./types.ts";
import { holds, isPlainObject, type FieldDefinition } from "@colophon/model";

/** What the caller may do with the record, and its state. */
export interface FormContext {
  readonly isNew: boolean;
  /** Whether the caller may write this record. */
  readonly isWritable: boolean;
  /** Whether it was ever published: immutable fields can't be changed any more. */
  readonly isFixed: boolean;
  /** Fields that the caller may read but not write. */
  readonly excluded: readonly string[];
}

/** The fields of an asset that can be written; the others come from its file. */
const WRITABLE_OF_ASSETS: readonly string[] = ["alt", "focalX", "focalY"];

/** Fields that the caller may read but not write. */
export function excludedOf({ permissions }: AdminConfig, name: string, operation: "create" | "update"): readonly string[] {
  const permission = permissions[name]?.[operation];
  return typeof permission === "object" ? (permission.fields?.exclude ?? []) : [];
}

/** The entity's fields in the form. The form of a new record has only writable ones. */
export function fieldsOf(entity: AdminEntity, context: FormContext): readonly FormField[] {
  const fields = entity.fields.map((definition) => ({ definition, isReadOnly: isReadOnly(entity, definition, context) }));
  return context.isNew ? fields.filter((field) => !field.isReadOnly) : fields;
}

function isReadOnly({ name }: AdminEntity, definition: EntityFieldDefinition, context: FormContext): boolean {
  if (definition.type === "reverse" || definition.admin?.readOnly || !context.isWritable) return true;
  if (/^_(?:image|video|file)$/.test(name) && !WRITABLE_OF_ASSETS.includes(definition.name)) return true;
  return context.excluded.includes(definition.name) || (definition.immutable === true && context.isFixed);
}

/**
 * Evaluates the `admin.condition` of a field in the same way as the API.
 * @param fields - the fields of the same level, for their types.
 */
export function isShown({ admin }: Pick<FieldDefinition, "admin">, fields: readonly FieldDefinition[], values: unknown): boolean {
  const condition = admin?.condition;
  return condition === undefined || holds(condition, { fields, values: isPlainObject(values) ? values : {}, missing: null });
}

/** A filter of the records that refer to this one by a relation, or by a reference inside objects, arrays and blocks. */
export function referringTo(id: string | null, path: string, fields: readonly EntityFieldDefinition[]): Readonly<Record<string, unknown>> {
  const relation = fields.find(({ name }) => name === path);
  const isToMany = relation !== undefined && "many" in relation && relation.many;
  return { [path]: isToMany ? { $has: id } : id };
}
