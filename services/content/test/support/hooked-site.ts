import type { ConfigDefinition, EntityDefinition, Hook, HookContext, HookName } from "@colophon/config";

type HookSet = Partial<Record<HookName, Hook | Hook[]>>;

/** Each test sets its hooks here; the configuration only calls them. */
export const current: { hooks: HookSet } = { hooks: {} };
/** The hooks that a write or a read can run. */
export const NAMES: HookName[] = [
  "beforeValidate",
  "beforeCreate",
  "afterCreate",
  "beforeUpdate",
  "afterUpdate",
  "beforeDelete",
  "afterDelete",
  "afterRead",
];

/** Hooks that call those of the current test. */
export const forwarding = Object.fromEntries(
  NAMES.map((name) => [
    name,
    async (context: HookContext) => {
      let result: unknown;
      for (const hook of [current.hooks[name] ?? []].flat()) result = await hook(context);
      return result;
    },
  ]),
);
const note: EntityDefinition = {
  name: "note",
  hooks: forwarding,
  fields: [
    { name: "title", type: "text", required: true },
    { name: "owner", type: "text" },
    { name: "stamp", type: "text" },
    { name: "seen", type: "datetime" },
    { name: "rank", type: "number", integer: true },
    { name: "extra", type: "json" },
    { name: "place", type: "object", fields: [{ name: "street", type: "text" }] },
    { name: "stops", type: "array", of: { type: "object", fields: [{ name: "street", type: "text" }] } },
  ],
};
/** A site whose hooks the tests choose. */
export const hookedSite: ConfigDefinition = {
  entities: [
    note,
    { name: "audit", fields: [{ name: "line", type: "text", unique: true }] },
    { name: "banner", global: true, hooks: forwarding, fields: [{ name: "text", type: "text", required: true }] },
  ],
  roles: [
    { name: "admin", isAdmin: true },
    {
      name: "member",
      permissions: {
        note: { create: { filter: { owner: "me" } }, read: true, update: { filter: { owner: "me" }, fields: { exclude: ["stamp"] } } },
      },
    },
  ],
};
