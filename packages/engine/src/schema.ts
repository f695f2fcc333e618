/** Config → Schema: everything that the engine needs to know, computed once at start. */
import { createHash } from "node:crypto";
import { type Config, BUILT_IN_ENTITIES, type BuiltInEntity, type EntityDefinition } from "@colophon/config";
import { compileEntity, removableAmong, translatableTables, trashOf } from "./entities.ts";
import { compileRole, constantlyFiltered } from "./permissions/roles.ts";
import { eventSources } from "./events/subscriptions.ts";
import { shapeOfColumn } from "./ddl/shapes/stored-shape.ts";
import { searchedIn } from "./searchable.ts";
import type { AssetUrls, Entity, EventSources, Field, Schema } from "./types.ts";

/**
 * The entities that every project has, in the form of a configuration. They follow the same rules as configured ones, but are in the schema
 * `cms`.
 */

/** Fields that are not writable are derived from an asset's bytes, and never change. */
function definitionOf({ name, fields, writable }: BuiltInEntity): EntityDefinition {
  return { name, fields: fields.map((field) => (writable.includes(field.name) ? field : { ...field, immutable: true })) };
}

/** Definition and table name (in schema `cms`) of every built-in entity. */
const BUILT_INS: readonly (EntityDefinition & { readonly tableName: string })[] = BUILT_IN_ENTITIES.map((entity) => ({
  ...definitionOf(entity),
  tableName: entity.table,
}));

/** Incremented if the same configuration must lead to other tables than before. */
const LAYOUT = 26;

function tableShapeOf(field: Field): unknown {
  const { name, definition: d, storage, target } = field;
  const onDelete = "onDelete" in d ? (d.onDelete ?? null) : null;
  const inside = field.references.map(({ path, steps, target: to, onDelete: then }) => [path, steps, to, then]);
  const searched = [!!d.searchable, ...searchedIn(field).map(({ inside }) => inside)];
  return [
    name,
    d.type,
    storage,
    target,
    !!d.required,
    d.unique ?? false,
    !!d.index,
    searched,
    onDelete,
    d.renamedFrom ?? null,
    ...inside,
    shapeOfColumn(field),
  ];
}

function hashOf(config: Config, entities: readonly Entity[], events: EventSources): string {
  const renamed = new Map(config.entities.map(({ name, renamedFrom }) => [name, renamedFrom ?? null]));
  const shapes = entities.map((entity) => [
    entity.name,
    entity.kind,
    entity.table,
    entity.translatable,
    entity.versions,
    renamed.get(entity.name) ?? null,
    entity.fields.map(tableShapeOf),
    entity.indexes.map((fields) => fields.map(({ name }) => name)),
    entity.uniqueTogether.map((fields) => fields.map(({ name }) => name)),
    entity.filteredBy.map(({ name }) => name),
  ]);
  return createHash("sha256")
    .update(
      JSON.stringify([LAYOUT, shapes, ...(events.rows.size > 0 ? [[...events.rows], [...events.drafts]] : []), auditOf(config, entities)]),
    )
    .digest("hex");
}

/** The part of the audit log's triggers that is not in the shapes. */
function auditOf({ audit }: Config, entities: readonly Entity[]): unknown {
  if (!audit) return false;
  return [audit, entities.map(({ fields }) => fields.filter(({ hidden }) => hidden).map(({ name }) => name))];
}

const NO_EVENTS: EventSources = { rows: new Map(), drafts: new Map() };

/** Services in one process share a configuration, and its schema. */
const compiled = new WeakMap<Config, Schema>();

/** The schema of a validated configuration, with the built-in entities. */
export function compileSchema(config: Config): Schema {
  const known = compiled.get(config);
  if (known) return known;
  const schema = compile(config);
  compiled.set(config, schema);
  return schema;
}

/**
 * The same schema, with answers that contain complete URLs of files instead of paths, if they are built in some way. The functions that
 * check the signatures of these URLs are in `@colophon/runtime`.
 */
export function withAssetUrls(schema: Schema, assetUrls: AssetUrls | null): Schema {
  return assetUrls ? Object.freeze({ ...schema, assetUrls }) : schema;
}

function compile(config: Config): Schema {
  const removable = removableAmong(config.entities);
  const audited = Boolean(config.audit);
  const withTrash = new Set(config.entities.filter((definition) => trashOf(definition) !== false).map(({ name }) => name));
  const translatable = translatableTables(config.entities, config.defaultLocale);
  const roles = config.roles.map(compileRole);
  const configured = config.entities.map((definition) => {
    const filtered = new Set(roles.flatMap((role) => constantlyFiltered(role, definition.name)));
    return compileEntity(definition, {
      removable: removable.has(definition.name),
      audited,
      isFiltered: (field) => filtered.has(field),
      hasTrash: (name) => withTrash.has(name),
      translatable,
    });
  });
  const builtIn = BUILT_INS.map((definition) =>
    compileEntity(definition, { tableName: definition.tableName, removable: removable.has(definition.name), audited }),
  );
  const entities = [...configured, ...builtIn];
  const byRole = { roles: new Map(roles.map((role) => [role.name, role])), publicRole: roles.find((role) => role.public)?.name ?? null };
  const byName = new Map(entities.map((entity) => [entity.name, entity]));
  const events = eventSources({ config, hash: "", entities: byName, ...byRole, events: NO_EVENTS, assetUrls: null });
  return Object.freeze({ config, hash: hashOf(config, entities, events), entities: byName, ...byRole, events, assetUrls: null });
}
