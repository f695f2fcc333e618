import type { Plugin } from "colophon/config";

interface Options {
  /** The entities that get the field. */
  readonly entities: readonly string[];
  /** The roles that may read it, besides admins. */
  readonly readers: readonly string[];
}

/** Adds the field `notes` for remarks between editors, which no other role can read or write. */
export function notes({ entities, readers }: Options): Plugin {
  const field = { name: "notes", type: "text", multiline: true } as const;
  return function notes(config) {
    return {
      ...config,
      entities: config.entities.map((entity) =>
        entities.includes(entity.name) ? { ...entity, fields: [...entity.fields, field] } : entity,
      ),
      roles: config.roles.map((role) => (role.isAdmin || readers.includes(role.name) ? role : without(role, entities, field.name))),
    };
  };
}

type Role = Parameters<Plugin>[0]["roles"][number];

/** The role without the field in all its permissions for these entities. */
function without(role: Role, entities: readonly string[], field: string): Role {
  const permissions = Object.entries(role.permissions ?? {}).map(([entity, operations]) =>
    entities.includes(entity) ? [entity, mapValues(operations, (permission) => excluding(permission, field))] : [entity, operations],
  );
  return { ...role, permissions: Object.fromEntries(permissions) };
}

type Permission = boolean | { readonly fields?: { readonly exclude?: readonly string[] } };

function excluding(permission: Permission, field: string): Permission {
  if (permission === false) return false;
  const given = permission === true ? {} : permission;
  return { ...given, fields: { exclude: [...(given.fields?.exclude ?? []), field] } };
}

function mapValues<Value, Result>(object: Readonly<Record<string, Value>>, map: (value: Value) => Result): Record<string, Result> {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, map(value)]));
}
