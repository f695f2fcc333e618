import type { EntityDefinition, Plugin, RoleDefinition } from "@colophon/config/define";
import { everyRole, withEntities } from "../configuration.ts";
import { followAddress } from "./follow-address.ts";

/** Options of the redirects plugin. */
export interface RedirectsOptions {
  /** The path of each entity's pages, with fields in braces: `{ article: "/articles/{slug}" }`. If it changes, a redirect is created. */
  readonly pages?: Readonly<Record<string, string>>;
  /** Roles besides admins that may change redirects. */
  readonly editors?: readonly string[];
}

const REDIRECT: EntityDefinition = {
  name: "redirect",
  title: "Redirects",
  fields: [
    { name: "from", type: "text", required: true, unique: true, maxLength: 500, pattern: "^/", description: "A path: /old" },
    { name: "to", type: "text", required: true, maxLength: 2000, description: "A path or an address." },
    { name: "permanent", type: "boolean", default: true },
  ],
  admin: { summary: { title: "from", subtitle: "to" }, list: { columns: ["from", "to", "permanent"] } },
};

/** Adds the entity `redirect`, which everybody may read, and creates one whenever a published record's path changes. */
export function redirects({ pages = {}, editors = [] }: RedirectsOptions = {}): Plugin {
  return function redirects(config) {
    const readers = everyRole(config);
    const withPermission = (role: RoleDefinition): RoleDefinition => {
      const isEditor = editors.includes(role.name);
      const permission = { read: true, create: isEditor, update: isEditor, delete: isEditor };
      return readers.includes(role.name) ? { ...role, permissions: { ...role.permissions, redirect: permission } } : role;
    };
    const entities = withEntities(config, Object.keys(pages), (entity) => followAddress(entity, pages[entity.name] ?? ""));
    return { ...config, entities: [...entities, REDIRECT], roles: config.roles.map(withPermission) };
  };
}
