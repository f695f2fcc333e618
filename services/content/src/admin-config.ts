import { BUILT_IN_ENTITIES, type EntityDefinition, type FieldDefinition, type Operation } from "@colophon/config";
import { ruleFor, type Actor, type Field, type Schema } from "@colophon/engine";

const OPERATIONS: readonly Operation[] = ["create", "read", "update", "delete"];

/**
 * What an admin interface must know, cut to what the actor's role may read: no functions, no storage, no secrets,
 * no name of a field or an entity that the role does not see elsewhere.
 */
export function adminConfigFor(schema: Schema, actor: Actor) {
  const { config } = schema;
  const admin = withoutFunctions(config.admin ?? {}) as Record<string, unknown>;
  const readable = (definition: EntityDefinition) => ruleFor(schema, actor, definition.name, "read") !== null;
  const describe = (definition: EntityDefinition) => entityFor(schema, actor, definition);
  return {
    title: admin["title"] ?? null,
    logo: admin["logo"] ?? null,
    locales: config.locales,
    defaultLocale: config.defaultLocale,
    entities: config.entities.filter(readable).map(describe),
    builtIns: BUILT_IN_ENTITIES.filter(readable).map(describe),
    roles: config.roles.map(({ name, isAdmin, public: isPublic }) => ({ name, isAdmin: isAdmin ?? false, public: isPublic ?? false })),
    permissions: permissionsFor(schema, actor),
    admin,
    openapi: config.openapi,
  };
}

function entityFor(schema: Schema, actor: Actor, definition: EntityDefinition) {
  const { name, title, description, translatable, global, versions, admin } = definition;
  const fields = definition.fields.filter((field) => visibleNames(schema, actor, name).has(field.name));
  return {
    name,
    title: title ?? null,
    description: description ?? null,
    translatable: translatable ?? false,
    global: global ?? false,
    versions: versions ?? false,
    fields: fields.map(fieldFor),
    admin: withoutFunctions(admin ?? {}),
  };
}

/** A field's definition as it was written, but for what the API hides and what only concerns the tables. */
function fieldFor(field: FieldDefinition): Record<string, unknown> {
  const { renamedFrom: _, ...rest } = field;
  const nested = field.type === "object" ? { fields: field.fields.filter(({ hidden }) => !hidden).map(fieldFor) } : {};
  return { ...(withoutFunctions(rest) as Record<string, unknown>), ...nested };
}

/** The actor's permissions on what it may read: true, false, or the visible fields that the operation leaves out. */
function permissionsFor(schema: Schema, actor: Actor): Record<string, unknown> {
  const readable = [...schema.entities.values()].filter((entity) => ruleFor(schema, actor, entity.name, "read"));
  return Object.fromEntries(
    readable.map(({ name }) => {
      const visible = visibleNames(schema, actor, name);
      const entries = OPERATIONS.map((operation) => {
        const rule = ruleFor(schema, actor, name, operation);
        const exclude = [...(rule?.exclude ?? [])].filter((field) => visible.has(field));
        return [operation, rule && exclude.length > 0 ? { fields: { exclude } } : rule !== null];
      });
      return [name, Object.fromEntries(entries)];
    }),
  );
}

function visibleNames(schema: Schema, actor: Actor, entity: string): ReadonlySet<string> {
  const exclude = ruleFor(schema, actor, entity, "read")?.exclude ?? new Set<string>();
  const fields = [...(schema.entities.get(entity)?.byName.values() ?? [])];
  return new Set(fields.filter((field: Field) => !field.hidden && !exclude.has(field.name)).map((field) => field.name));
}

/** A JSON copy without functions; a regular expression becomes its source. */
function withoutFunctions(value: unknown): unknown {
  if (value instanceof RegExp) return value.source;
  if (Array.isArray(value)) return value.filter((item) => typeof item !== "function").map(withoutFunctions);
  if (typeof value !== "object" || value === null || value instanceof Date) return value;
  const members = Object.entries(value).filter(([, member]) => typeof member !== "function");
  return Object.fromEntries(members.map(([name, member]) => [name, withoutFunctions(member)]));
}
