import type { ConfigDefinition } from "@colophon/config";

/** A site where nearly everything has drafts, and some entities are translatable. */
export const newsroom: ConfigDefinition = {
  locales: ["en", "de", "fr"],
  entities: [
    { name: "tag", translatable: true, fields: [{ name: "label", type: "text", required: true }] },
    {
      name: "story",
      versions: true,
      fields: [
        { name: "title", type: "text", required: true },
        { name: "slug", type: "slug", from: "title" },
        { name: "code", type: "text", unique: true },
        { name: "rank", type: "number", integer: true },
        { name: "owner", type: "text" },
        { name: "serial", type: "text", immutable: true },
        { name: "secret", type: "text" },
        { name: "related", type: "relation", to: "story", many: true },
        { name: "lead", type: "relation", to: "story" },
      ],
    },
    { name: "memo", versions: { limit: 3 }, fields: [{ name: "text", type: "text", required: true }] },
    {
      name: "page",
      versions: true,
      translatable: true,
      fields: [
        { name: "title", type: "text", required: true },
        { name: "slug", type: "slug", from: "title" },
        { name: "address", type: "slug", from: "title", unique: "global" },
        { name: "tags", type: "relation", to: "tag", many: true },
        { name: "parent", type: "relation", to: "page" },
        { name: "seo", type: "object", fields: [{ name: "topic", type: "relation", to: "tag" }] },
        { name: "hiddenNote", type: "text", hidden: true },
        { name: "approved", type: "boolean", default: false },
      ],
    },
    { name: "plain", fields: [{ name: "title", type: "text" }] },
    { name: "theme", global: true, versions: true, fields: [{ name: "color", type: "text" }] },
    { name: "settings", global: true, versions: true, fields: [{ name: "siteName", type: "text", required: true }] },
  ],
  roles: [
    { name: "admin", isAdmin: true },
    {
      name: "editor",
      permissions: {
        story: {
          create: true,
          read: true,
          update: { filter: { owner: { $in: ["me", "us"] } }, fields: { exclude: ["secret"] } },
          delete: true,
        },
        page: { create: { fields: { exclude: ["approved"] } }, read: true },
        tag: { read: true },
      },
    },
    { name: "writer", permissions: { story: { create: true, read: true } } },
    {
      name: "visitor",
      public: true,
      permissions: { story: { read: { fields: { exclude: ["secret"] } } }, page: { read: true }, theme: { read: true } },
    },
  ],
};
