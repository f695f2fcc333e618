/** Compiles entity definitions: where each field is stored, and the fields that every entity has by default. */
import { isReverse, isStored, type EntityDefinition, type FieldDefinition } from "@colophon/config";
import {
  columnTypeOf,
  DELETED_FIELD,
  isRequired,
  OWNER_FIELDS,
  RECORD_FIELDS,
  STATUS_FIELD,
  STATUSES,
  TRANSLATION_FIELDS,
} from "@colophon/model";
import { columnNameOf, fitName } from "./names.ts";
import { nestedReferences, targetOf } from "./references/nested-references.ts";
import { onDeleteOf } from "./references/referrers.ts";
import type { Entity, Field, OnDelete, Table, Schema } from "./types.ts";
import { AppError } from "@colophon/model/errors";

function automatic(definition: FieldDefinition, column: string, sqlType: string): Field {
  return Object.freeze({
    name: definition.name,
    type: definition.type,
    definition,
    storage: { kind: "column", column, sqlType } as const,
    target: null,
    references: [],
    clears: false,
    trashable: false,
    group: null,
    required: true,
    unique: false,
    hidden: false,
    shared: false,
    automatic: true,
  });
}

/** The definition and the column of each kind of automatic field. */
const STORED = {
  id: { type: "text", sqlType: "uuid" },
  text: { type: "text", sqlType: "text" },
  datetime: { type: "datetime", sqlType: "timestamptz(3)" },
} as const;

interface Automatic {
  readonly name: string;
  readonly kind: keyof typeof STORED;
  readonly column: string;
}

const toField = ({ name, kind, column }: Automatic): Field => automatic({ name, type: STORED[kind].type }, column, STORED[kind].sqlType);
const EVERYWHERE: readonly Field[] = RECORD_FIELDS.map(toField); // `_type` has no column: see columnOf in source.ts
const PUBLISHED_BY_WRITES: readonly Field[] = RECORD_FIELDS.map((field) =>
  toField(field.name === "publishedAt" ? { ...field, column: "updated_at" } : field),
);
const TRANSLATED: readonly Field[] = TRANSLATION_FIELDS.map(toField);

/** The status of a record and its draft. Lists of drafts can be filtered and sorted by it. Not a column. */
export const STATUS: Field = Object.freeze({
  ...automatic({ name: STATUS_FIELD.name, type: "select", options: STATUSES }, STATUS_FIELD.column, "text"),
  automatic: false, // no index holds it
});

/** When a record was moved to the trash. Lists of the trash can be filtered and sorted by it; live records don't have it. */
export const DELETED_AT: Field = Object.freeze({
  ...toField(DELETED_FIELD),
  automatic: false, // no index of the entity's table holds it
});

/** The creator and the last editor of a record. Conditions compare their ids; they can't be resolved or sorted by. */
export const OWNERS: readonly Field[] = OWNER_FIELDS.map(toField);

type Publishing = Pick<Entity, "versions" | "builtIn">;

/**
 * Whether each write publishes. Then `updated_at` is also the time of the publication, and `published_at` only tells whether a record is live:
 * an update that leaves it unchanged changes no index that contains it.
 */
export function isPublishedByWrites({ versions, builtIn }: Publishing): boolean {
  return versions === false && !builtIn;
}

/** The fields that an entity has without configuring them, in the order of an answer. */
export function automaticFields(entity: Pick<Entity, "translatable"> & Publishing): readonly Field[] {
  const fields = isPublishedByWrites(entity) ? PUBLISHED_BY_WRITES : EVERYWHERE;
  return entity.translatable ? [...fields, ...TRANSLATED] : fields;
}

function isCleared(field: Pick<Field, "definition" | "storage" | "target">): boolean {
  if (field.target === null) return false;
  const onDelete = onDeleteOf(field);
  return field.storage.kind === "junction" ? onDelete === "cascade" : onDelete === "set null";
}

type TargetOptions = Pick<CompileOptions, "hasTrash" | "translatable">;

function compileField(
  entity: string,
  definition: FieldDefinition,
  { hasTrash = () => false, translatable = new Map() }: TargetOptions = {},
): Field {
  const sqlType = columnTypeOf(definition);
  const junction: Table = { schema: "content", name: fitName(`${entity}__${definition.name}`) };
  const kept = {
    definition,
    storage: sqlType
      ? ({ kind: "column", column: columnNameOf(definition.name), sqlType } as const)
      : ({ kind: "junction", table: junction } as const),
    target: targetOf(definition),
    required: isRequired(definition),
  };
  return Object.freeze({
    name: definition.name,
    type: definition.type,
    ...kept,
    references: nestedReferences(definition).map((reference) => ({
      ...reference,
      trashable: hasTrash(reference.target),
      group: translatable.get(reference.target) ?? null,
    })),
    clears: isCleared(kept),
    trashable: kept.target !== null && hasTrash(kept.target),
    group: translatable.get(kept.target ?? "") ?? null,
    unique: definition.type === "slug" || Boolean(definition.unique),
    hidden: definition.hidden ?? false,
    shared: definition.shared ?? false,
    automatic: false,
  });
}

/** The text of their values is the same in every session. */
const CONSTANT_TYPES: ReadonlySet<string> = new Set(["text", "boolean", "bigint"]);
const SHORT_TYPES: ReadonlySet<string> = new Set(["select", "slug", "boolean", "number"]);
/** An index entry has at most 2,700 bytes. */
const SHORT_LENGTH = 500;

/** Whether each possible value of the field fits an index together with other columns. */
function fitsIndexes({ type, definition, storage }: Field): boolean {
  const isShort = SHORT_TYPES.has(type) || (definition.type === "text" && (definition.maxLength ?? Infinity) <= SHORT_LENGTH);
  return isShort && storage.kind === "column" && CONSTANT_TYPES.has(storage.sqlType);
}

interface CompileOptions {
  /** Set for entities with a system table. */
  readonly tableName?: string;
  /** Whether deleting records of other entities deletes or empties records of this one, or the reverse. */
  readonly removable?: boolean;
  /** Whether a role's row filter for reading compares the field with constants. */
  readonly isFiltered?: (field: string) => boolean;
  /** Whether its changes are logged in the audit log. */
  readonly audited?: boolean;
  /** Whether deleted records of the entity of that name are moved to the trash. */
  readonly hasTrash?: (entity: string) => boolean;
  /** The tables of all translatable entities, by name. */
  readonly translatable?: ReadonlyMap<string, Table>;
}

const TRASH_DAYS = 30;

/** How long deleted records can be restored. */
export function trashOf({ trash = false }: Pick<EntityDefinition, "trash">): Entity["trash"] {
  if (trash === false) return false;
  return { days: (trash === true ? undefined : trash.days) ?? TRASH_DAYS };
}

function removableTargets(name: string, target: string | null, onDelete: OnDelete, isDeletedWithTarget: boolean): readonly string[] {
  if (target === null || onDelete === "no action") return [];
  return onDelete === "cascade" && isDeletedWithTarget ? [target, name] : [target];
}

/** The table of a configured entity. */
function tableOf(definition: EntityDefinition): Table {
  return { schema: "content", name: fitName(definition.name), ...(trashOf(definition) && { trash: true }) };
}

/** The tables of all translatable entities, by name. */
export function translatableTables(definitions: readonly EntityDefinition[], defaultLocale: string): ReadonlyMap<string, Table> {
  const translatable = definitions.filter((definition) => definition.translatable);
  return new Map(translatable.map((definition) => [definition.name, { ...tableOf(definition), defaultLocale }]));
}

/** Names of entities with records that are referred to, or that are deleted by cascade. */
export function removableAmong(definitions: readonly EntityDefinition[]): ReadonlySet<string> {
  const relations = definitions.flatMap(({ name, fields }) =>
    fields.filter(isStored).map((field) => [name, compileField(name, field)] as const),
  );
  const translatable = new Set(definitions.flatMap((definition) => (definition.translatable ? [definition.name] : [])));
  const moving = relations.flatMap(([, { target, references }]) => [target ?? "", ...references.map((reference) => reference.target)]);
  return new Set([
    ...moving.filter((target) => translatable.has(target)), // references to a translation move to another one
    ...relations.flatMap(([name, field]) => [
      ...removableTargets(name, field.target, field.target === null ? "no action" : onDeleteOf(field), field.storage.kind === "column"),
      ...field.references.flatMap(({ target, onDelete }) => removableTargets(name, target, onDelete, true)),
    ]),
  ]);
}

/** The configured indexes, and one for the order by the last change if lists of the admin page are sorted by it. */
function indexedBy({ indexes = [], admin = {} }: EntityDefinition): readonly (readonly string[])[] {
  const sorts = [admin.list?.sort, ...(admin.list?.views ?? []).map(({ sort }) => sort)];
  return sorts.some((sort) => sort?.replace("-", "").startsWith("updatedAt")) ? [...indexes, ["updatedAt"]] : indexes;
}

/** One entity of the schema. */
export function compileEntity(
  definition: EntityDefinition,
  { tableName, removable = false, audited = false, isFiltered = () => false, ...targets }: CompileOptions = {},
): Entity {
  const translatable = definition.translatable ?? false;
  const reverses = definition.fields
    .filter(isReverse)
    .map((reverse) => [reverse.name, { name: reverse.name, definition: reverse, hidden: reverse.hidden ?? false }] as const);
  const fields = definition.fields.filter(isStored).map((field) => compileField(definition.name, field, targets));
  const versions = definition.versions ?? false;
  const kept = versions === false ? false : { limit: (versions === true ? null : versions.limit) ?? null };
  const builtIn = tableName !== undefined;
  const automatic = automaticFields({ translatable, versions: kept, builtIn });
  const byName = new Map([...automatic, ...OWNERS, ...fields].map((field) => [field.name, field]));
  const trash = trashOf(definition);
  const ownTable = targets.translatable?.get(definition.name) ?? tableOf(definition);
  return Object.freeze<Entity>({
    name: definition.name,
    kind: definition.global ? "global" : "collection",
    builtIn,
    removable,
    table: tableName ? { schema: "cms", name: tableName } : ownTable,
    translatable,
    audited,
    versions: kept,
    trash,
    fields: Object.freeze(fields),
    reverses: new Map(reverses),
    byName,
    indexes: indexedBy(definition).map((names) => names.flatMap((name) => byName.get(name) ?? [])),
    uniqueTogether: (definition.unique ?? []).map((names) => names.flatMap((name) => byName.get(name) ?? [])),
    filteredBy: fields.filter((field) => isFiltered(field.name) && fitsIndexes(field)),
  });
}

/** The entity of that name. @throws NOT_FOUND */
export function entityOf(schema: Schema, name: string): Entity {
  const entity = schema.entities.get(name);
  if (!entity) throw new AppError("NOT_FOUND");
  return entity;
}
