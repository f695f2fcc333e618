import { labelOfField, RECORD_FIELDS, STATUS_FIELD, STATUSES, type EntityFieldDefinition } from "@colophon/model";
import { entityNamed, type AdminConfig, type AdminEntity } from "../api/admin-entities.ts";

/** A field at a path of an entity: its own, or one inside an object or a related record. */
export interface PlacedField {
  readonly path: string;
  readonly label: string;
  readonly field: EntityFieldDefinition;
  /** The relation that the path starts with. */
  readonly through?: string;
}

/** The times that every record has, written like configured fields. */
const AUTOMATIC: readonly EntityFieldDefinition[] = RECORD_FIELDS.flatMap(({ name, kind }) =>
  kind === "datetime" ? [{ name, type: kind }] : [],
);
const STATUS = { name: STATUS_FIELD.name, type: "select", options: STATUSES } as const;

/** The fields of an entity with the automatic ones, and the status if drafts are shown. */
export function fieldsOf(entity: AdminEntity): readonly EntityFieldDefinition[] {
  return [...entity.fields, ...AUTOMATIC, ...(showsDrafts(entity) ? [STATUS] : [])];
}

/** Whether lists include unpublished records. */
export function showsDrafts({ versions, can }: Pick<AdminEntity, "versions" | "can">): boolean {
  return versions !== false && can.drafts;
}

/** The field at a dotted path; undefined if the caller sees none. */
export function fieldAt(config: AdminConfig, entity: AdminEntity, path: string): PlacedField | undefined {
  const [first = "", ...rest] = path.split(".");
  const field = fieldsOf(entity).find(({ name }) => name === first);
  if (!field || rest.length === 0) return field && { path, label: labelOfField(field), field };
  if (field.type === "object") {
    const inner = field.fields.find(({ name }) => name === rest.join("."));
    return inner && { path, label: labelOfField(inner), field: inner };
  }
  const target = targetOf(config, field);
  const inner = target && fieldsOf(target).find(({ name }) => name === rest.join("."));
  return inner && { path, label: `${labelOfField(field)}: ${labelOfField(inner)}`, field: inner, through: first };
}

/** The entity that a field refers to; undefined for other fields, or if the caller may not read it. */
export function targetOf(config: AdminConfig, field: EntityFieldDefinition): AdminEntity | undefined {
  if (field.type === "relation") return entityNamed(config, field.to);
  if (field.type === "image" || field.type === "video" || field.type === "file") return entityNamed(config, `_${field.type}`);
  return undefined;
}

export function isMany(field: EntityFieldDefinition): boolean {
  return ("many" in field && field.many) || ("multiple" in field && field.multiple);
}
