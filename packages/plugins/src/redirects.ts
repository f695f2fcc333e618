import type { EntityDefinition, Plugin, RoleDefinition } from "@colophon/config/define";
import type { HookContext } from "@colophon/config";
import { everyRole, withEntities, addressOf } from "./configuration.ts";

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

/** The entity with hooks that create a redirect in the same transaction if the path of a published record changes. */
function followAddress(entity: EntityDefinition, pattern: string): EntityDefinition {
  const follow = async ({ id, data, draft, db, operation }: HookContext) => {
    if (id === undefined || !data || (draft && operation !== "publish")) return;
    const live = await db.entity(entity.name, { as: "system" }).find(id);
    const from = live && addressOf(pattern, live);
    const to = live && addressOf(pattern, { ...live, ...data });
    if (from && to && from !== to) await redirect(db.entity("redirect", { as: "system" }), from, to);
  };
  const { hooks = {} } = entity;
  return {
    ...entity,
    hooks: { ...hooks, beforeUpdate: [hooks.beforeUpdate ?? [], follow].flat(), beforePublish: [hooks.beforePublish ?? [], follow].flat() },
  };
}

/** No redirect leads to another one, and none starts at a path that has a page. */
async function redirect(records: HookContext["db"], from: string, to: string): Promise<void> {
  const found = async (filter: object) => (await records.list({ filter, limit: 100, count: false })).data;
  for (const { id } of await found({ from: to })) await records.delete(id);
  for (const { id } of await found({ to: from })) await records.update(id, { to });
  const [known] = await found({ from });
  await (known ? records.update(known.id, { to }) : records.create({ from, to }));
}
