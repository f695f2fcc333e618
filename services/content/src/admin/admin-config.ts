import {
  ADMIN_IMAGE_SIZES,
  BUILT_IN_ENTITIES,
  croppedSizesOf,
  type EntityDefinition,
  type FieldDefinition,
  type Operation,
} from "@colophon/config";
import {
  automaticFields,
  createEngine,
  entityOf,
  viewOf,
  visibleDefinitions,
  type PrincipalEngine,
  type Entity,
  type Schema,
} from "@colophon/engine";
import { entityAdminFor } from "./entity-admin.ts";
import { rolesFor } from "./roles.ts";
import { siteAdminFor } from "./site-admin.ts";
import { withoutFunctions } from "./project-function.ts";

const OPERATIONS: readonly Operation[] = ["create", "read", "update", "delete"];

/**
 * The configuration for an admin interface, limited to what the role may read: no functions, no storage, no secrets, no name of a field or
 * an entity that the role does not see elsewhere, at any depth.
 */
export function adminConfigFor(schema: Schema, role: string) {
  const { config } = schema;
  const engine = engineAs(schema, role);
  const isAdmin = schema.roles.get(role)?.isAdmin === true;
  const admin = siteAdminFor(schema, role);
  const readable = (definition: EntityDefinition) => engine.rule(definition.name, "read") !== null;
  const describe = (definition: EntityDefinition) => entityFor(schema, role, definition);
  return {
    title: (admin && admin.title) || null,
    logo: (admin && admin.logo) || null,
    locales: config.locales,
    defaultLocale: config.defaultLocale,
    entities: config.entities.filter(readable).map(describe),
    builtIns: BUILT_IN_ENTITIES.filter(readable).map(describe),
    roles: rolesFor(schema, role),
    permissions: permissionsFor(schema, role),
    images: { ...ADMIN_IMAGE_SIZES, crops: croppedSizesOf(config) },
    admin,
    openapi: config.openapi,
    events: config.events,
    webhooks: config.webhooks.length > 0 && isAdmin,
    jobs: config.jobs.length > 0 && isAdmin,
    audit: config.audit !== false,
  };
}

/** Any caller of the role: permissions depend on the role alone. */
function engineAs(schema: Schema, role: string): PrincipalEngine {
  return createEngine(schema).as({ kind: "anonymous", role });
}

function entityFor(schema: Schema, role: string, definition: EntityDefinition) {
  const { name, title, description, translatable, global, versions, trash, unique = [] } = definition;
  const fields = visibleDefinitions(schema, role, entityOf(schema, name));
  const { reverses } = viewOf(schema, role, entityOf(schema, name));
  return {
    name,
    title: title ?? null,
    description: description ?? null,
    translatable: translatable ?? false,
    global: global ?? false,
    versions: versions ?? false,
    trash: trash ?? false,
    unique: unique.filter((names) => names.every((field) => fields.some(({ name: seen }) => seen === field))),
    fields: [...fields.map(fieldFor), ...reverses.map((reverse) => withoutFunctions(reverse.definition))],
    can: canOf(schema, role, name),
    admin: entityAdminFor(schema, role, definition),
  };
}

/** What the role may do with at least some of the entity's records; its row filters decide with which. */
function canOf(schema: Schema, role: string, name: string) {
  const { entity, creates, uploads, updates, deletes, drafts } = viewOf(schema, role, entityOf(schema, name));
  const update = updates !== null;
  return { create: creates !== null || uploads, update, delete: deletes, publish: update && entity.versions !== false, drafts };
}

/** A field's definition as in the configuration, without options that only concern the tables. */
function fieldFor({ renamedFrom: _, ...field }: FieldDefinition): unknown {
  return withoutFunctions(field);
}

/** The role's permissions on what it may read: true, false, or an object with the visible excluded fields, and whether drafts are read. */
function permissionsFor(schema: Schema, role: string): Record<string, unknown> {
  const engine = engineAs(schema, role);
  const readable = [...schema.entities.values()].flatMap((entity) => {
    const read = engine.rule(entity.name, "read");
    return read ? [{ entity, visible: visibleNames(schema, { role, exclude: read.exclude }, entity) }] : [];
  });
  return Object.fromEntries(
    readable.map(({ entity: { name }, visible }) => {
      const entries = OPERATIONS.map((operation) => {
        const rule = engine.rule(name, operation);
        const exclude = [...(rule?.exclude ?? [])].filter((field) => visible.has(field));
        const details = { ...(exclude.length > 0 && { fields: { exclude } }), ...(rule?.drafts && { drafts: true }) };
        return [operation, Object.keys(details).length > 0 ? details : rule !== null];
      });
      return [name, Object.fromEntries(entries)];
    }),
  );
}

/** Automatic fields, and those of the role's own definitions. */
function visibleNames(
  schema: Schema,
  { role, exclude }: { role: string; exclude: ReadonlySet<string> },
  entity: Entity,
): ReadonlySet<string> {
  const automatic = automaticFields(entity).filter(({ name }) => !exclude.has(name));
  return new Set([...automatic, ...visibleDefinitions(schema, role, entity)].map(({ name }) => name));
}
